/** Places in source files, and the root of all things that can have one. */

import java.FileSystem
import java.Element

/** A thing of the database that may have a location. */
class Top extends @top {
  /** Gets the place where this is written, if any. */
  Location getLocation() { hasLocation(this, result) }

  /**
   * Holds if this is written in the file `path`, from line `startLine`, column `startColumn` to line `endLine`, column
   * `endColumn`; all count from 1, the end is included.
   */
  predicate hasLocationInfo(
    string path, int startLine, int startColumn, int endLine, int endColumn
  ) { this.getLocation().hasLocationInfo(path, startLine, startColumn, endLine, endColumn) }

  /** Gets the file in which this is written, if any. */
  pragma[inline]
  File getFile() { result = this.getLocation().getFile() }

  /** Gets the number of lines that this spans. */
  int getTotalNumberOfLines() { result = this.getNumberOfLines() }

  /** Gets the number of lines that this spans. */
  int getNumberOfLines() {
    exists(Location l | l = this.getLocation() | result = l.getEndLine() - l.getStartLine() + 1)
  }

  /** Gets a text that describes this. */
  string toString() { none() }

  /** Gets the name of a class that describes best what this is. */
  string getAPrimaryQlClass() { result = "???" }

  /** Gets the names of the classes that describe best what this is, with commas between them. */
  string getPrimaryQlClasses() { result = concat(this.getAPrimaryQlClass(), ",") }
}

/** A range of source text. */
class Location extends @location {
  /** Gets the line, from 1, on which this begins. */
  int getStartLine() { locations_default(this, _, result, _, _, _) }

  /** Gets the column, from 1, at which this begins. */
  int getStartColumn() { locations_default(this, _, _, result, _, _) }

  /** Gets the line on which this ends. */
  int getEndLine() { locations_default(this, _, _, _, result, _) }

  /** Gets the last column that belongs to this. */
  int getEndColumn() { locations_default(this, _, _, _, _, result) }

  /** Gets the file. */
  File getFile() { locations_default(this, result, _, _, _, _) }

  /** Gets the number of lines that this spans. */
  int getNumberOfLines() { result = this.getEndLine() - this.getStartLine() + 1 }

  /**
   * Gets the number of lines with comments: unknown, the database counts no lines. It exists for queries that ask for
   * it.
   */
  int getNumberOfCommentLines() { none() }

  /**
   * Holds if this is in the file `path`, from line `startLine`, column `startColumn` to line `endLine`, column
   * `endColumn`; all count from 1, the end is included.
   */
  predicate hasLocationInfo(
    string path, int startLine, int startColumn, int endLine, int endColumn
  ) {
    exists(@file file |
      locations_default(this, file, startLine, startColumn, endLine, endColumn) and
      files(file, path)
    )
  }

  /** Gets a text that describes this. */
  string toString() {
    exists(File file, int line, int column |
      locations_default(this, file, line, column, _, _) and
      result = file.getRelativePath() + ":" + line.toString() + ":" + column.toString()
    )
  }
}

/** Files and folders. */

import java.Location
import java.Element

/** A file or folder below the source root. */
class Container extends @container, Top {
  /** Gets the path below the source root, with `/` between segments; of the root itself the empty text. */
  cached
  string getRelativePath() {
    exists(string path, string root | path = this.getAbsolutePath() and sourceLocationPrefix(root) |
      if path.prefix(root.length() + 1) = root + "/"
      then result = path.suffix(root.length() + 1)
      else if path = root
      then result = ""
      else result = path
    )
  }

  /** Gets the absolute path that it had when the database was made, with `/` between segments. */
  string getAbsolutePath() { files(this, result) or folders(this, result) }

  /** Gets the last segment of the path. */
  string getBaseName() { result = this.getRelativePath().regexpCapture("(?:.*/)?([^/]*)", 1) }

  /** Gets the part of the base name behind its last dot. */
  string getExtension() { result = this.getBaseName().regexpCapture(".*\\.([^.]*)", 1) }

  /** Gets the base name without its extension. */
  string getStem() {
    result = this.getBaseName().regexpCapture("(.*)\\.[^.]*", 1)
    or
    not exists(this.getExtension()) and result = this.getBaseName()
  }

  /** Gets the folder that contains this. */
  Container getParentContainer() { containerparent(result, this) }

  /** Gets a file or folder in this folder. */
  Container getAChildContainer() { containerparent(this, result) }

  /** Gets a file in this folder. */
  File getAFile() { result = this.getAChildContainer() }

  /** Gets the file with the base name `baseName` in this folder. */
  File getFile(string baseName) { result = this.getAFile() and result.getBaseName() = baseName }

  /** Gets a folder in this folder. */
  Folder getAFolder() { result = this.getAChildContainer() }

  /** Gets the folder with the base name `baseName` in this folder. */
  Folder getFolder(string baseName) {
    result = this.getAFolder() and
    result.getBaseName() = baseName
  }

  override string toString() { result = this.getRelativePath() }
}

/** A folder. */
class Folder extends Container, @folder {
  /** Gets the URL of this folder. */
  string getURL() { result = "folder://" + this.getRelativePath() }

  override string getAPrimaryQlClass() { result = "Folder" }
}

/** A file. */
class File extends Container, @file {
  /** Holds if this is a Java source file. */
  predicate isJavaSourceFile() { this.getRelativePath().matches("%.java") }

  /** Holds if this is a Kotlin source file: never, as only Java is read. */
  predicate isKotlinSourceFile() { none() }

  /** Holds if this is a source file. */
  predicate isSourceFile() { this.isJavaSourceFile() }

  override predicate hasLocationInfo(
    string path, int startLine, int startColumn, int endLine, int endColumn
  ) { files(this, path) and startLine = 0 and startColumn = 0 and endLine = 0 and endColumn = 0 }

  override string getAPrimaryQlClass() { result = "File" }
}

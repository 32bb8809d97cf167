/** The Java library: everything that `import java` gives. */

import java.Location
import java.FileSystem
import java.Element
import java.CompilationUnit
import java.Package
import java.Modules
import java.Modifier
import java.Annotation
import java.Type
import java.Generics
import java.Variable
import java.Member
import java.Exception
import java.Statement
import java.Expr
import java.Javadoc
import java.Import
import java.JDK
import java.JDKAnnotations
import java.UnitTests
import java.controlflow.ControlFlowGraph
import java.controlflow.BasicBlocks
import java.controlflow.Dominance

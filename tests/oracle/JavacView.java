import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.PackageTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Prints what javac takes every call, creation, method reference and variable access below a folder to mean, in the
 * columns of bindings.ql. Run by compare.py; needs a JDK, 17 or later:
 *
 * <pre>java JavacView.java FOLDER [CLASSPATH] &gt; javac.csv</pre>
 *
 * Annotations, imports and package clauses are left out, as are {@code length} of arrays and creations whose
 * constructor nobody wrote down in the text: those of anonymous classes of interfaces. What javac cannot bind has the
 * kind {@code unresolved}. A call or creation with an argument whose type javac does not know is a guess.
 */
public final class JavacView extends TreePathScanner<Void, Void> {
  private final Path folder;
  private final PrintWriter out;
  private final Trees trees;
  private final Types types;
  private final SourcePositions positions;
  private CompilationUnitTree unit;
  private String file;
  /** The name of what is called, with its qualifier: no access of its own. */
  private Tree callee;
  /** Whether an argument of what is printed next has a type that is declared nowhere. */
  private boolean isGuess;

  private JavacView(Path folder, JavacTask task, PrintWriter out) {
    this.folder = folder;
    this.out = out;
    trees = Trees.instance(task);
    types = task.getTypes();
    positions = trees.getSourcePositions();
  }

  public static void main(String[] args) throws Exception {
    if (args.length < 1 || args.length > 2) {
      System.err.println("usage: java JavacView.java FOLDER [CLASSPATH] > javac.csv");
      System.exit(2);
    }
    Path folder = Path.of(args[0]).toRealPath();
    List<Path> sources = new ArrayList<>();
    try (var walk = Files.walk(folder)) {
      walk.filter(path -> path.toString().endsWith(".java"))
          .filter(path -> !path.getFileName().toString().equals("module-info.java"))
          .sorted()
          .forEach(sources::add);
    }
    // Nothing is generated, no processor runs, and errors do not keep bodies from being attributed.
    List<String> options = new ArrayList<>(Arrays.asList("-proc:none", "-implicit:none", "-nowarn", "-Xmaxerrs",
        "9999999", "-encoding", "UTF-8", "--should-stop=ifError=FLOW"));
    if (args.length == 2) {
      options.add("-classpath");
      options.add(args[1]);
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8)) {
      JavacTask task = (JavacTask) compiler.getTask(Writer.nullWriter(), files, diagnostic -> { }, options, null,
          files.getJavaFileObjectsFromPaths(sources));
      List<CompilationUnitTree> units = new ArrayList<>();
      for (CompilationUnitTree unit : task.parse()) units.add(unit);
      task.analyze();
      out.println("file,line,column,kind,owner,name,parameters,static,receiver,guess");
      JavacView view = new JavacView(folder, task, out);
      for (CompilationUnitTree unit : units) {
        view.unit = unit;
        view.file = folder.relativize(Path.of(unit.getSourceFile().toUri())).toString().replace('\\', '/');
        view.scan(unit, null);
      }
    }
  }

  @Override
  public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
    ExpressionTree callee = call.getMethodSelect();
    TreePath calleePath = new TreePath(getCurrentPath(), callee);
    String receiver = "";
    String name;
    if (callee instanceof MemberSelectTree) {
      MemberSelectTree select = (MemberSelectTree) callee;
      name = select.getIdentifier().toString();
      TypeMirror type = trees.getTypeMirror(new TreePath(calleePath, select.getExpression()));
      if (type != null) receiver = erasedName(type);
    } else {
      name = ((IdentifierTree) callee).getName().toString();
    }
    boolean ofConstructor = name.equals("super") || name.equals("this");
    // javac adds `super()` to constructors without one; that has no extent.
    if (positions.getEndPosition(unit, call) > positions.getStartPosition(unit, call)) {
      isGuess = isUnknown(call.getArguments());
      print(call, ofConstructor ? name : "call", name, trees.getElement(calleePath), receiver);
      isGuess = false;
    }
    // The walk comes to the callee next, before any other access.
    this.callee = callee;
    return super.visitMethodInvocation(call, null);
  }

  @Override
  public Void visitNewClass(NewClassTree creation, Void unused) {
    Element constructor = trees.getElement(getCurrentPath());
    if (creation.getClassBody() != null && constructor instanceof ExecutableElement) {
      constructor = namedConstructor(creation);
    }
    isGuess = isUnknown(creation.getArguments());
    if (constructor != null) print(creation, "new", "<init>", constructor, "");
    isGuess = false;
    return super.visitNewClass(creation, null);
  }

  /** Whether one of the arguments has a type that is declared nowhere: it goes to any parameter. */
  private boolean isUnknown(List<? extends ExpressionTree> arguments) {
    for (ExpressionTree argument : arguments) {
      TypeMirror type = trees.getTypeMirror(new TreePath(getCurrentPath(), argument));
      if (type == null || type.getKind() == TypeKind.ERROR) return true;
    }
    return false;
  }

  /** An anonymous class has a constructor of its own: tells the one of the named class, where only one can be meant. */
  private Element namedConstructor(NewClassTree creation) {
    TypeMirror named = trees.getTypeMirror(new TreePath(getCurrentPath(), creation.getIdentifier()));
    if (!(named instanceof DeclaredType)) return null;
    Element found = null;
    for (Element member : ((DeclaredType) named).asElement().getEnclosedElements()) {
      if (member.getKind() != ElementKind.CONSTRUCTOR) continue;
      int parameters = ((ExecutableElement) member).getParameters().size();
      if (parameters != creation.getArguments().size()) continue;
      if (found != null) return null;
      found = member;
    }
    return found;
  }

  @Override
  public Void visitMemberReference(MemberReferenceTree reference, Void unused) {
    print(reference, "methodref", reference.getName().toString(), trees.getElement(getCurrentPath()), "");
    return super.visitMemberReference(reference, null);
  }

  @Override
  public Void visitIdentifier(IdentifierTree name, Void unused) {
    if (name != callee) access(name, name.getName().toString());
    return null;
  }

  @Override
  public Void visitMemberSelect(MemberSelectTree select, Void unused) {
    if (select != callee) access(select, select.getIdentifier().toString());
    return super.visitMemberSelect(select, null);
  }

  @Override
  public Void visitAnnotation(AnnotationTree annotation, Void unused) {
    return null;
  }

  @Override
  public Void visitImport(ImportTree declaration, Void unused) {
    return null;
  }

  @Override
  public Void visitPackage(PackageTree declaration, Void unused) {
    return null;
  }

  private void access(Tree tree, String name) {
    Element element = trees.getElement(getCurrentPath());
    if (element == null || !(element instanceof VariableElement)) return;
    if (List.of("this", "super", "class", "length").contains(name)) return;
    // The constructor of a record and the like repeat names that stand elsewhere.
    if (positions.getEndPosition(unit, tree) < 0) return;
    String kind;
    if (element.getKind().isField()) {
      kind = "field";
    } else {
      kind = element.getKind() == ElementKind.PARAMETER ? "parameter" : "local";
    }
    print(tree, kind, name, element, "");
  }

  private void print(Tree tree, String kind, String name, Element element, String receiver) {
    long start = positions.getStartPosition(unit, tree);
    if (start < 0) return;
    LineMap lines = unit.getLineMap();
    long line = lines.getLineNumber(start);
    // Not getColumnNumber: that one expands tabs.
    long column = start - lines.getStartPosition(line) + 1;
    String owner = "";
    String parameters = "";
    String isStatic = "0";
    boolean isMember = element instanceof ExecutableElement || element instanceof VariableElement;
    if (!isMember || element.asType().getKind() == TypeKind.ERROR) {
      kind = "unresolved";
    } else {
      if (element.getModifiers().contains(Modifier.STATIC)) isStatic = "1";
      if (element instanceof ExecutableElement) {
        StringJoiner names = new StringJoiner(";");
        for (VariableElement parameter : ((ExecutableElement) element).getParameters()) {
          names.add(erasedName(parameter.asType()));
        }
        parameters = names.toString();
      }
      boolean hasOwner = !kind.equals("local") && !kind.equals("parameter");
      if (hasOwner && element.getEnclosingElement() instanceof TypeElement) {
        owner = ((TypeElement) element.getEnclosingElement()).getQualifiedName().toString();
      }
    }
    out.println(file + "," + line + "," + column + "," + kind + "," + owner + "," + name + "," + parameters + ","
        + isStatic + "," + receiver + "," + (isGuess ? "1" : "0"));
  }

  private String erasedName(TypeMirror type) {
    TypeMirror erased = types.erasure(type);
    if (erased.getKind() == TypeKind.ARRAY) return erasedName(((ArrayType) erased).getComponentType()) + "[]";
    if (erased.getKind() == TypeKind.DECLARED || erased.getKind() == TypeKind.ERROR) {
      return ((TypeElement) ((DeclaredType) erased).asElement()).getQualifiedName().toString();
    }
    return erased.toString();
  }
}

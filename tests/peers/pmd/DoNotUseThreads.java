package pmd;

/** DoNotUseThreads: threads that a container does not know. */
class DoNotUseThreads extends Thread { // MISSED a rule of containers, and no defect by itself
    @Override public void run() { System.out.println("works"); }
}

package p; public interface Service { }

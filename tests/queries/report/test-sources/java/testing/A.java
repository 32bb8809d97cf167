class In_java_testing { }

class In_src_main_java_test { }

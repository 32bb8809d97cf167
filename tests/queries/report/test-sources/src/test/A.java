class In_src_test { }

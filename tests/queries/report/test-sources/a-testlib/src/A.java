class In_a_testlib_src { }

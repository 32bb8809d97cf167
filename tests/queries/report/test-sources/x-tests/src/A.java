class In_x_tests_src { }

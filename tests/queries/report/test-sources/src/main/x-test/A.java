class In_src_main_x_test { }

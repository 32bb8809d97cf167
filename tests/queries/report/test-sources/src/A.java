class In_src { }

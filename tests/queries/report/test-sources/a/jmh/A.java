class In_a_jmh { }

class In_src_integrationTest_java { }

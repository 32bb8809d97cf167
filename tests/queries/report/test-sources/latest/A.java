class In_latest { }

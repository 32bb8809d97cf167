//! The part of XML that build files need: elements with their texts. Attributes, comments and instructions are skipped.

/// Calls `with` for the text of each leaf element, with the names of the elements around it and its own, and `end` with
/// the names of each element that ends. Parsing stops at the first error.
pub(in crate::classpath) fn elements(
    xml: &str,
    with: &mut dyn FnMut(&[&str], &str),
    end: &mut dyn FnMut(&[&str]),
) {
    let mut path: Vec<&str> = Vec::new();
    let mut rest = xml;
    let mut text = None;
    while let Some(start) = rest.find('<') {
        let before = &rest[..start];
        rest = &rest[start..];
        let skip = |end: &str| rest.find(end).map(|at| at + end.len());
        if rest.starts_with("<!--") {
            let Some(after) = skip("-->") else { return };
            rest = &rest[after..];
            continue;
        }
        if rest.starts_with("<!") || rest.starts_with("<?") {
            let Some(after) = skip(">") else { return };
            rest = &rest[after..];
            continue;
        }
        let Some(after) = skip(">") else { return };
        let tag = &rest[1..after - 1];
        rest = &rest[after..];
        if let Some(name) = tag.strip_prefix('/') {
            if path.last() == Some(&name.trim()) {
                if text == Some(path.len()) {
                    with(&path, before.trim());
                }
                end(&path);
                path.pop();
            }
            text = None;
        } else if !tag.ends_with('/') {
            path.push(tag.split_whitespace().next().unwrap_or(""));
            text = Some(path.len());
        } else {
            text = None;
        }
    }
}

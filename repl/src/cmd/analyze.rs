//! `quarrel analyze`: a source tree in, findings out. The modules are the steps, in order:
//!
//! ```text
//! options, quarrel.toml ─► request ─► prepare ─► evaluate ─► assemble ─► outputs, finish ─► exit code
//! ```

mod request;

mod prepare;

mod evaluate;

mod assemble;

mod outputs;

mod finish;

use crate::args::Analyze;
pub use assemble::Analysed;
use outputs::Outputs;
use quarrel_console::Failure;
use quarrel_report::provenance::Provenance;
use request::Request;

/// Runs the command.
///
/// # Errors
/// If the sources, a query, the configuration or an output cannot be used.
pub fn run(args: &Analyze) -> Result<u8, Failure> {
    if args.end_with_input {
        quarrel_console::exit::with_input();
    }
    let outputs = Outputs::of(args)?;
    let request = Request::new(args)?;
    let provenance = provenance(&request, &outputs)?;
    let mut analysed = analyse_request(request)?;
    analysed.report.provenance = provenance;
    let code = finish::finish(args, &outputs, analysed)?;
    outputs.open();
    Ok(code)
}

/// Where the sources come from, if an output says so; git is asked.
fn provenance(request: &Request<'_>, outputs: &Outputs) -> Result<Option<Provenance>, Failure> {
    let args = request.args;
    if args.source_root.is_none() && !outputs.have_provenance() {
        return Ok(None);
    }
    let known = Provenance::of(&request.root, args.source_root.as_deref(), env!("QUARREL_VERSION"));
    let known = known.map_err(|message| {
        Failure::new(message).help("--source-root names a folder above the analysed one")
    })?;
    let (configuration, category) = (request.config.file.clone(), args.category.clone());
    Ok(Some(Provenance { configuration, category, ..known }))
}

/// Extracts sources, runs queries on them and makes their results a report. Prints nothing but warnings, and progress
/// unless it is to be quiet.
///
/// # Errors
/// If the sources, a query or the configuration cannot be used.
pub fn analyse(args: &Analyze) -> Result<Analysed, Failure> {
    analyse_request(Request::new(args)?)
}

fn analyse_request(mut request: Request<'_>) -> Result<Analysed, Failure> {
    let given = request.db.take();
    let (queries, program) = prepare::prepare(&request, given)?;
    let evaluated = evaluate::evaluate(&request, queries, &program)?;
    Ok(assemble::assemble(request, program, evaluated))
}

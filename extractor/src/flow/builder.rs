//! Blocks, edges and jump targets during the walk over a body.

use super::{
    Block, BlockKind, ENTRY, EXCEPTIONAL_EXIT, EXIT, Edge, EdgeLabel, Flow, Node, Prologue, Semantics,
};
use crate::ast::File;
use crate::intern::Sym;

/// The target of a jump or exception after the `finally` blocks on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Continuation {
    /// To a block; only the frames inside `depth` are left.
    Jump { target: u32, depth: usize },
    /// Outwards, as an exception.
    Exception,
}

/// The constructs around the current node, innermost last.
pub(super) enum Frame {
    /// A target of `break`, `continue` and `yield`.
    Target {
        /// Labels before it.
        labels: Vec<Sym>,
        /// Target of `break`; `None` if only `yield` may leave it.
        break_to: Option<u32>,
        /// Whether it is the target of an unlabelled `break`.
        unlabelled_break: bool,
        /// Target of `continue`.
        continue_to: Option<u32>,
        /// Target of `yield`.
        yield_to: Option<u32>,
    },
    /// The block of a `try` with catch clauses: their first blocks, and whether one of them catches everything.
    Catches { clauses: Vec<u32>, everything: bool },
    /// The part before a `finally` block: the first block of the latter, and the targets after it.
    Finally { entry: u32, continuations: Vec<Continuation> },
}

pub(super) struct Builder<'a> {
    pub(super) file: &'a File,
    pub(super) semantics: &'a dyn Semantics,
    blocks: Vec<Block>,
    edges: Vec<Edge>,
    /// The current block; after a jump it is unreachable.
    pub(super) current: u32,
    pub(super) frames: Vec<Frame>,
    /// Labels directly before the next statement.
    pub(super) pending_labels: Vec<Sym>,
    /// The implicit calls of the next constructor body.
    pub(super) pending_prologue: Option<Prologue>,
    /// Whether the initialisers run after the next `super(...)`.
    pub(super) pending_initializers: bool,
}

impl<'a> Builder<'a> {
    pub(super) fn new(file: &'a File, semantics: &'a dyn Semantics) -> Self {
        let block = |kind| Block { kind, nodes: Vec::new() };
        let mut builder = Self {
            file,
            semantics,
            blocks: vec![block(BlockKind::Entry), block(BlockKind::Exit), block(BlockKind::ExceptionalExit)],
            edges: Vec::new(),
            current: ENTRY,
            frames: Vec::new(),
            pending_labels: Vec::new(),
            pending_prologue: None,
            pending_initializers: false,
        };
        let body = builder.new_block();
        builder.edge(ENTRY, body, EdgeLabel::Normal);
        builder.current = body;
        builder
    }

    /// Creates an unreachable block.
    pub(super) fn new_block(&mut self) -> u32 {
        self.blocks.push(Block { kind: BlockKind::Body, nodes: Vec::new() });
        self.blocks.len() as u32 - 1
    }

    pub(super) fn edge(&mut self, from: u32, to: u32, label: EdgeLabel) {
        self.edges.push(Edge { from, to, label });
    }

    /// Appends a node to the current block.
    pub(super) fn node(&mut self, node: Node) {
        self.blocks[self.current as usize].nodes.push(node);
    }

    /// Adds an edge from the current block to `target`, which becomes current.
    pub(super) fn continue_at(&mut self, target: u32) {
        self.edge(self.current, target, EdgeLabel::Normal);
        self.current = target;
    }

    /// Continues in an unreachable block, after a jump.
    pub(super) fn unreachable(&mut self) {
        self.current = self.new_block();
    }

    /// Jumps out of all frames from `depth` on to `target`, through the `finally` blocks between.
    pub(super) fn jump(&mut self, target: u32, depth: usize) {
        let from = self.current;
        self.route(from, EdgeLabel::Normal, Continuation::Jump { target, depth }, self.frames.len());
        self.unreachable();
    }

    /// Whether a catch clause or `finally` block of this body sees an exception here.
    pub(super) fn inside_try(&self) -> bool {
        self.frames.iter().any(|frame| !matches!(frame, Frame::Target { .. }))
    }

    /// The last node of the current block may throw, so the block ends.
    pub(super) fn may_throw(&mut self) {
        let from = self.current;
        self.route(from, EdgeLabel::Exception, Continuation::Exception, self.frames.len());
        let next = self.new_block();
        self.continue_at(next);
    }

    /// The current block ends by throwing.
    pub(super) fn throws(&mut self) {
        let from = self.current;
        self.route(from, EdgeLabel::Exception, Continuation::Exception, self.frames.len());
        self.unreachable();
    }

    /// Adds the edges of an exit from the frames below `inside`, innermost first.
    pub(super) fn route(&mut self, from: u32, label: EdgeLabel, way: Continuation, inside: usize) {
        let down_to = match way {
            Continuation::Jump { depth, .. } => depth,
            Continuation::Exception => 0,
        };
        for index in (down_to..inside).rev() {
            match &mut self.frames[index] {
                Frame::Target { .. } => {}
                Frame::Catches { clauses, everything } => {
                    if way == Continuation::Exception {
                        let (clauses, everything) = (clauses.clone(), *everything);
                        for clause in clauses {
                            self.edge(from, clause, EdgeLabel::Exception);
                        }
                        if everything {
                            return;
                        }
                    }
                }
                Frame::Finally { entry, continuations } => {
                    let entry = *entry;
                    if !continuations.contains(&way) {
                        continuations.push(way);
                    }
                    self.edge(from, entry, label);
                    return;
                }
            }
        }
        match way {
            Continuation::Jump { target, .. } => self.edge(from, target, label),
            Continuation::Exception => self.edge(from, EXCEPTIONAL_EXIT, EdgeLabel::Exception),
        }
    }

    pub(super) fn finish(mut self) -> Flow {
        self.edge(self.current, EXIT, EdgeLabel::Normal);
        self.edges.sort_unstable();
        self.edges.dedup();
        self.drop_empty_leftovers();
        self.join_followers();
        self.give_every_part_an_exit();
        self.edges.sort_unstable();
        Flow { blocks: self.blocks, edges: self.edges }
    }

    /// Removes unreachable blocks without nodes, which jumps leave behind.
    fn drop_empty_leftovers(&mut self) {
        let mut incoming = vec![0_u32; self.blocks.len()];
        for edge in &self.edges {
            incoming[edge.to as usize] += 1;
        }
        let mut successors = vec![Vec::new(); self.blocks.len()];
        for edge in &self.edges {
            successors[edge.from as usize].push(edge.to);
        }
        let mut dropped = vec![false; self.blocks.len()];
        let mut work: Vec<usize> = (3..self.blocks.len()).filter(|at| incoming[*at] == 0).collect();
        while let Some(at) = work.pop() {
            if at < 3 || !self.blocks[at].nodes.is_empty() {
                continue;
            }
            dropped[at] = true;
            for next in &successors[at] {
                incoming[*next as usize] -= 1;
                if incoming[*next as usize] == 0 {
                    work.push(*next as usize);
                }
            }
        }
        self.edges.retain(|edge| !dropped[edge.from as usize]);
        self.remove(&dropped);
    }

    /// Removes blocks, which must have no edges.
    fn remove(&mut self, dropped: &[bool]) {
        let mut renumbered = vec![0; self.blocks.len()];
        let mut kept = 0;
        for at in 0..self.blocks.len() {
            renumbered[at] = kept;
            kept += u32::from(!dropped[at]);
        }
        let mut at = 0;
        self.blocks.retain(|_| {
            at += 1;
            !dropped[at - 1]
        });
        for edge in &mut self.edges {
            edge.from = renumbered[edge.from as usize];
            edge.to = renumbered[edge.to as usize];
        }
    }

    /// Merges a block without nodes into its only predecessor if that continues only there unless it throws: the
    /// condition of `if (call())` then ends the block that branches, inside a `try` too.
    fn join_followers(&mut self) {
        let mut incoming = vec![0_u32; self.blocks.len()];
        for edge in &self.edges {
            incoming[edge.to as usize] += 1;
        }
        let mut outgoing = vec![Vec::new(); self.blocks.len()];
        for (at, edge) in self.edges.iter().enumerate() {
            outgoing[edge.from as usize].push(at);
        }
        let mut joined = vec![false; self.blocks.len()];
        for before in 3..self.blocks.len() {
            loop {
                let mut ways =
                    outgoing[before].iter().filter(|at| self.edges[**at].label != EdgeLabel::Exception);
                let (Some(&way), None) = (ways.next(), ways.next()) else { break };
                let Edge { to, label, .. } = self.edges[way];
                let follower = to as usize;
                let follows = label == EdgeLabel::Normal
                    && follower >= 3
                    && follower != before
                    && incoming[follower] == 1
                    && self.blocks[follower].nodes.is_empty();
                if !follows {
                    break;
                }
                joined[follower] = true;
                let taken = std::mem::take(&mut outgoing[follower]);
                outgoing[before].retain(|at| *at != way);
                outgoing[before].extend(taken);
            }
        }
        for (before, edges) in outgoing.iter().enumerate() {
            for at in edges {
                self.edges[*at].from = before as u32;
            }
        }
        self.edges.retain(|edge| !joined[edge.to as usize]);
        self.edges.sort_unstable();
        self.edges.dedup();
        self.remove(&joined);
    }

    /// Adds virtual edges until every block reaches an exit.
    fn give_every_part_an_exit(&mut self) {
        let mut predecessors = vec![Vec::new(); self.blocks.len()];
        for edge in &self.edges {
            predecessors[edge.to as usize].push(edge.from);
        }
        let mut reaches_exit = vec![false; self.blocks.len()];
        let mut work = vec![EXIT, EXCEPTIONAL_EXIT];
        let mut next = self.blocks.len();
        loop {
            while let Some(block) = work.pop() {
                if !std::mem::replace(&mut reaches_exit[block as usize], true) {
                    work.extend(&predecessors[block as usize]);
                }
            }
            // From the end, so that the edge starts inside the loop rather than before it.
            while next > 0 && reaches_exit[next - 1] {
                next -= 1;
            }
            if next == 0 {
                return;
            }
            self.edge(next as u32 - 1, EXIT, EdgeLabel::Virtual);
            work.push(next as u32 - 1);
        }
    }
}

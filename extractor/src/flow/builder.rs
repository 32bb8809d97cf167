//! Blocks, edges and jump targets while a body is walked.

use super::{
    Block, BlockKind, ENTRY, EXCEPTIONAL_EXIT, EXIT, Edge, EdgeLabel, Flow, Node, Prologue, Semantics,
};
use crate::ast::File;
use crate::intern::Sym;

/// Where a jump or exception goes on after the `finally` blocks on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Continuation {
    /// To a block, for which only the frames inside `depth` are left.
    Jump { target: u32, depth: usize },
    /// Outwards, as an exception.
    Exception,
}

/// What surrounds the place that is being walked, innermost last.
pub(super) enum Frame {
    /// What `break`, `continue` and `yield` can aim at.
    Target {
        /// Labels that stand before it.
        labels: Vec<Sym>,
        /// Where `break` goes; `None` if only `yield` may.
        break_to: Option<u32>,
        /// Whether an unlabelled `break` means this.
        unlabelled_break: bool,
        /// Where `continue` goes.
        continue_to: Option<u32>,
        /// Where `yield` goes.
        yield_to: Option<u32>,
    },
    /// The block of a `try` with catch clauses: their first blocks, and whether one of them catches everything.
    Catches { clauses: Vec<u32>, everything: bool },
    /// What a `finally` block follows: its first block, and where control goes after it.
    Finally { entry: u32, continuations: Vec<Continuation> },
}

pub(super) struct Builder<'a> {
    pub(super) file: &'a File,
    pub(super) semantics: &'a dyn Semantics,
    blocks: Vec<Block>,
    edges: Vec<Edge>,
    /// The block that is being filled; after a jump it is one that nothing leads to.
    pub(super) current: u32,
    pub(super) frames: Vec<Frame>,
    /// Labels that stand right before the statement that comes next.
    pub(super) pending_labels: Vec<Sym>,
    /// What is not written in the constructor whose body comes next.
    pub(super) pending_prologue: Option<Prologue>,
    /// The initialisers are executed after the `super(...)` that comes next.
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

    /// Begins a block that nothing leads to yet.
    pub(super) fn new_block(&mut self) -> u32 {
        self.blocks.push(Block { kind: BlockKind::Body, nodes: Vec::new() });
        self.blocks.len() as u32 - 1
    }

    pub(super) fn edge(&mut self, from: u32, to: u32, label: EdgeLabel) {
        self.edges.push(Edge { from, to, label });
    }

    /// Puts a node at the end of the current block.
    pub(super) fn node(&mut self, node: Node) {
        self.blocks[self.current as usize].nodes.push(node);
    }

    /// Leads from the current block to `target` and goes on there.
    pub(super) fn continue_at(&mut self, target: u32) {
        self.edge(self.current, target, EdgeLabel::Normal);
        self.current = target;
    }

    /// Goes on in a block that nothing leads to, after a jump.
    pub(super) fn unreachable(&mut self) {
        self.current = self.new_block();
    }

    /// Jumps out of all frames from `depth` on to `target`, through the `finally` blocks between.
    pub(super) fn jump(&mut self, target: u32, depth: usize) {
        let from = self.current;
        self.route(from, EdgeLabel::Normal, Continuation::Jump { target, depth }, self.frames.len());
        self.unreachable();
    }

    /// Whether an exception at this place is seen by a catch clause or `finally` block of this body.
    pub(super) fn inside_try(&self) -> bool {
        self.frames.iter().any(|frame| !matches!(frame, Frame::Target { .. }))
    }

    /// The last node of the current block may throw: it ends the block.
    pub(super) fn may_throw(&mut self) {
        let from = self.current;
        self.route(from, EdgeLabel::Exception, Continuation::Exception, self.frames.len());
        let next = self.new_block();
        self.continue_at(next);
    }

    /// The current block ends with an exception that is thrown.
    pub(super) fn throws(&mut self) {
        let from = self.current;
        self.route(from, EdgeLabel::Exception, Continuation::Exception, self.frames.len());
        self.unreachable();
    }

    /// Lays the edges of a way that leaves the frames below `inside`, innermost first.
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

    /// Removes blocks without nodes that nothing leads to, which jumps leave behind.
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

    /// Takes blocks out; no edge may lead from or to them.
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

    /// Makes a block without nodes part of the block before it where that is the only way to it, and where it goes
    /// on only there unless it throws: the condition of `if (call())` then ends the block that branches, inside of a
    /// `try` too.
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

    /// Adds virtual edges until an exit can be reached from every block.
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
            // From the end, so that the edge leaves from inside the loop rather than from what leads to it.
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

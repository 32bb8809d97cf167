//! QL text to syntax trees and back.

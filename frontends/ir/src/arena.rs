//! Arenas with typed indices: `Id<Block>` cannot be used where `Id<Register>` is wanted.
//!
//! Why not plain `usize`: a kernel has registers, blocks, regions, parameters and arrays,
//! all numbered from zero, and mixing two of them is the classic slip of compiler code.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// The index of a `T` in its [`Arena`].
pub struct Id<T> {
    index: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    /// The id of the element at `index`; whoever calls this answers for its being there.
    pub fn new(index: usize) -> Self {
        let index = u32::try_from(index).expect("an arena holds fewer than 2^32 elements");
        Self {
            index,
            of: PhantomData,
        }
    }

    /// The position in the arena, from zero.
    pub fn index(self) -> usize {
        self.index as usize
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Id<T> {}
impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}
impl<T> Eq for Id<T> {}
impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.index.cmp(&other.index)
    }
}
impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}
impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.index)
    }
}

/// A growing vector whose elements are named by [`Id`].
#[derive(Clone, Debug, PartialEq)]
pub struct Arena<T> {
    items: Vec<T>,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Self { items: Vec::new() }
    }
}

impl<T> Arena<T> {
    /// Appends `item` and returns its id.
    pub fn push(&mut self, item: T) -> Id<T> {
        let id = Id::new(self.items.len());
        self.items.push(item);
        id
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Every id with its element, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Id<T>, &T)> + DoubleEndedIterator {
        self.items
            .iter()
            .enumerate()
            .map(|(index, item)| (Id::new(index), item))
    }

    /// Every id, in order. Holds no borrow.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = Id<T>> + DoubleEndedIterator + use<T> {
        (0..self.items.len()).map(Id::new)
    }

    /// The element, or nothing where the id belongs to another arena.
    pub fn get(&self, id: Id<T>) -> Option<&T> {
        self.items.get(id.index())
    }
}

impl<T> Index<Id<T>> for Arena<T> {
    type Output = T;
    fn index(&self, id: Id<T>) -> &T {
        &self.items[id.index()]
    }
}

impl<T> IndexMut<Id<T>> for Arena<T> {
    fn index_mut(&mut self, id: Id<T>) -> &mut T {
        &mut self.items[id.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_come_in_order_of_insertion() {
        let mut arena = Arena::default();
        let a = arena.push('a');
        let b = arena.push('b');
        assert_eq!((arena[a], arena[b]), ('a', 'b'));
        assert!(a < b);
        assert_eq!(arena.ids().collect::<Vec<_>>(), [a, b]);
    }
}

//! TypeScript types generated from Rust types, compared with a file.

use crate::golden;
use std::any::TypeId;
use std::collections::BTreeMap;
use std::path::Path;
use ts_rs::{Config, TS, TypeVisitor};

/// TypeScript declarations of types and of all types that they refer to.
pub struct Declarations {
    config: Config,
    seen: Vec<TypeId>,
    /// By name: the order in which types refer to each other changes from build to build.
    named: BTreeMap<String, String>,
}

impl Declarations {
    /// The declarations of `T` and of all types that it refers to.
    pub fn of<T: TS + 'static>() -> Self {
        // JSON numbers are numbers, however large.
        let config = Config::new().with_large_int("number");
        Declarations { config, seen: Vec::new(), named: BTreeMap::new() }.and::<T>()
    }

    /// Adds the declarations of `T`.
    #[must_use]
    pub fn and<T: TS + 'static>(mut self) -> Self {
        self.visit::<T>();
        self
    }

    /// The same, with a piece of TypeScript, such as a constant, in the place of that name.
    #[must_use]
    pub fn with_text(mut self, name: &str, text: &str) -> Self {
        self.named.insert(name.to_owned(), text.to_owned());
        self
    }

    /// Compares them with a [`golden`] file.
    pub fn check(&self, path: impl AsRef<Path>) {
        let mut text = "// Written by `UPDATE=1 cargo test types_of_the_page`; do not edit.\n".to_owned();
        text.extend(self.named.values().map(|declaration| format!("\n{declaration}\n")));
        golden(path, &text);
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if self.seen.contains(&TypeId::of::<T>()) {
            return;
        }
        self.seen.push(TypeId::of::<T>());
        T::visit_dependencies(self);
        T::visit_generics(self);
        // Only our own types have an output path; others are inlined where they are used.
        if T::output_path().is_some() {
            let declaration = format!("{}export {}", T::docs().unwrap_or_default(), T::decl(&self.config));
            // One-line comments, and no trailing spaces.
            let declaration =
                declaration.replace("/**\n * ", "/** ").replace("\n */", " */").replace(" \n", "\n");
            self.named.insert(T::ident(&self.config), declaration);
        }
    }
}

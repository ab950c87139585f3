/// Declares an enum that the database stores as a word, with `as_str` and what reads it back.
macro_rules! word_enum {
    (
        $(#[$about:meta])*
        pub enum $name:ident {
            $($(#[$what:meta])* $variant:ident = $word:literal,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$what])* $variant,)*
        }

        impl $name {
            /// The word in the database.
            pub fn as_str(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }
        }

        impl sqlx::Type<sqlx::Any> for $name {
            fn type_info() -> sqlx::any::AnyTypeInfo {
                <str as sqlx::Type<sqlx::Any>>::type_info()
            }
        }

        impl<'r> sqlx::Decode<'r, sqlx::Any> for $name {
            fn decode(value: sqlx::any::AnyValueRef<'r>) -> std::result::Result<Self, sqlx::error::BoxDynError> {
                match <&str as sqlx::Decode<sqlx::Any>>::decode(value)? {
                    $($word => Ok($name::$variant),)*
                    word => Err(format!("unknown {} {word:?}", stringify!($name)).into()),
                }
            }
        }
    };
}
pub(crate) use word_enum;

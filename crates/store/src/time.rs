use sqlx::any::{AnyTypeInfo, AnyValueRef};
use sqlx::error::BoxDynError;
use sqlx::{Any, Decode, Type};

/// A moment: milliseconds since 1970. The caller reads the clock; the store never does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnixMillis(pub i64);

/// A moment in play time: milliseconds since 1970 less all the time during which the server was closed. It stands still
/// while the server is closed, so that a deadline in play time needs no change when the server starts again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayMillis(pub i64);

/// What moments of both kinds can do; the database keeps them as numbers.
macro_rules! moments {
    ($($moment:ident),*) => {$(
        impl $moment {
            /// The moment so many milliseconds later.
            #[must_use]
            pub const fn plus(self, milliseconds: i64) -> Self {
                Self(self.0.saturating_add(milliseconds))
            }

            /// The moment so many milliseconds earlier.
            #[must_use]
            pub const fn minus(self, milliseconds: i64) -> Self {
                Self(self.0.saturating_sub(milliseconds))
            }

            /// The milliseconds from `earlier` to this moment; negative if `earlier` is later.
            #[must_use]
            pub const fn since(self, earlier: Self) -> i64 {
                self.0.saturating_sub(earlier.0)
            }
        }

        impl Type<Any> for $moment {
            fn type_info() -> AnyTypeInfo {
                <i64 as Type<Any>>::type_info()
            }

            fn compatible(info: &AnyTypeInfo) -> bool {
                <i64 as Type<Any>>::compatible(info)
            }
        }

        impl<'r> Decode<'r, Any> for $moment {
            fn decode(value: AnyValueRef<'r>) -> Result<Self, BoxDynError> {
                <i64 as Decode<Any>>::decode(value).map($moment)
            }
        }
    )*};
}

moments!(UnixMillis, PlayMillis);

impl UnixMillis {
    /// This moment in play time, after the server was closed for `paused` milliseconds in all
    /// ([`crate::Resumed::paused`]).
    #[must_use]
    pub const fn to_play(self, paused: i64) -> PlayMillis {
        PlayMillis(self.0.saturating_sub(paused))
    }
}

impl PlayMillis {
    /// This moment by the clock on the wall, if the server is not closed again before it.
    #[must_use]
    pub const fn to_unix(self, paused: i64) -> UnixMillis {
        UnixMillis(self.0.saturating_add(paused))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn play_time_stands_still_while_the_server_is_closed() {
        let due = UnixMillis(1_000).to_play(200);
        assert_eq!(due, PlayMillis(800));
        assert_eq!(due.to_unix(500), UnixMillis(1_300));
        assert_eq!(UnixMillis(5).since(UnixMillis(7)), -2);
        assert_eq!(UnixMillis(i64::MAX).plus(1), UnixMillis(i64::MAX));
        assert_eq!(PlayMillis(7).minus(2).plus(1).since(PlayMillis(0)), 6);
    }
}

/// How far the strength of others may be from one's own, in points of the rating.
#[derive(Copy, Clone, Debug, PartialEq, PartialOrd)]
pub struct Window(f64);

impl Window {
    /// Who has just come wants somebody as near as this.
    const START: f64 = 100.0;

    /// What patience reaches just before it ends.
    const END: f64 = 800.0;

    /// The part of the uncertainty of two ratings that counts as no distance: a newcomer's 1500 may be anything.
    const DOUBT: f64 = 0.5;

    /// The window of somebody who has waited for so many seconds and has so many seconds of patience: it grows evenly,
    /// and at the end of the patience anybody will do.
    pub fn after(waited: f64, patience: f64) -> Self {
        if waited >= patience {
            return Window(f64::INFINITY);
        }
        Window(Self::START + (Self::END - Self::START) * (waited.max(0.0) / patience))
    }

    /// Whether ratings so far apart, with these deviations, are within the window.
    pub fn holds(self, gap: f64, deviations: [f64; 2]) -> bool {
        gap - Self::doubt(deviations) <= self.0
    }

    /// What two uncertain ratings may differ by without being different.
    pub(crate) fn doubt([one, other]: [f64; 2]) -> f64 {
        Self::DOUBT * one.hypot(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_grows_to_the_end_of_the_patience() {
        let certain = [0.0, 0.0];
        let widest = |waited: f64| {
            (0..4000).rev().find(|gap| Window::after(waited, 60.0).holds(f64::from(*gap), certain))
        };
        assert_eq!([0.0, 30.0, 59.0, 60.0].map(widest), [Some(100), Some(450), Some(788), Some(3999)]);
        assert_eq!(widest(-5.0), Some(100), "a clock that went back");
        assert_eq!(Window::after(0.0, 0.0), Window(f64::INFINITY), "no patience at all");
    }

    #[test]
    fn uncertain_ratings_are_nearer() {
        let window = Window::after(0.0, 60.0);
        // Two who have played much, one newcomer, two newcomers.
        for (deviations, gap) in [([50.0, 50.0], 135.0), ([50.0, 350.0], 276.0), ([350.0, 350.0], 347.0)] {
            assert!(window.holds(gap, deviations) && !window.holds(gap + 1.0, deviations), "{deviations:?}");
        }
    }
}

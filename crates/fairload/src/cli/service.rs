//! Distributions of service times on the command line.

use super::duration::duration;
use crate::reference::service::Service;

/// `fixed:1ms`, `exponential:2ms`, `bimodal:0.5ms,50.5ms,0.01` or `pareto:0.5ms,1.5,1s`.
pub(super) fn service(text: &str) -> Result<Service, String> {
    let wrong = || {
        "give fixed:TIME, exponential:MEAN, bimodal:FAST,SLOW,SHARE or pareto:MINIMUM,SHAPE,MAXIMUM, \
         such as bimodal:0.5ms,50.5ms,0.01"
            .to_owned()
    };
    let (name, parameters) = text.split_once(':').ok_or_else(wrong)?;
    let parameters: Vec<&str> = parameters.split(',').collect();
    match (name, &parameters[..]) {
        ("fixed", [time]) => Ok(Service::Fixed(nanos(time)?)),
        ("exponential", [mean]) => Ok(Service::Exponential { mean: nanos(mean)? }),
        ("bimodal", [fast, slow, share]) => {
            let slow_share = number(share).filter(|share| (0.0..=1.0).contains(share));
            let slow_share = slow_share.ok_or_else(|| format!("{share:?}: give the share as 0 to 1, such as 0.01"))?;
            Ok(Service::Bimodal { fast: nanos(fast)?, slow: nanos(slow)?, slow_share })
        }
        ("pareto", [minimum, shape, maximum]) => {
            let bad_shape = || format!("{shape:?}: give a shape from 0.1 to 100, such as 1.5");
            let shape = number(shape).filter(|shape| (0.1..=100.0).contains(shape)).ok_or_else(bad_shape)?;
            let (minimum, maximum) = (nanos(minimum)?, nanos(maximum)?);
            if maximum <= minimum {
                return Err("give a maximum above the minimum".to_owned());
            }
            Ok(Service::Pareto { minimum, shape, maximum })
        }
        _ => Err(wrong()),
    }
}

fn nanos(text: &str) -> Result<f64, String> {
    duration(text).map(|duration| duration.as_secs_f64() * 1e9)
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distributions_have_a_name_and_their_parameters() {
        assert_eq!(service("fixed:1ms"), Ok(Service::Fixed(1e6)));
        assert_eq!(service("exponential:2ms"), Ok(Service::Exponential { mean: 2e6 }));
        let bimodal = Service::Bimodal { fast: 5e5, slow: 5.05e7, slow_share: 0.01 };
        assert_eq!(service("bimodal:0.5ms,50.5ms,0.01"), Ok(bimodal));
        assert_eq!(service("pareto:0.5ms,1.5,1s"), Ok(Service::Pareto { minimum: 5e5, shape: 1.5, maximum: 1e9 }));
    }

    #[test]
    fn what_is_no_distribution_is_refused() {
        for text in [
            "",
            "1ms",
            "fixed",
            "fixed:",
            "fixed:1",
            "fixed:1ms,2ms",
            "normal:1ms",
            "exponential:0ms",
            "bimodal:1ms,2ms",
            "bimodal:1ms,2ms,1.5",
            "bimodal:1ms,2ms,nan",
            "pareto:1ms,0,1s",
            "pareto:1s,1.5,1ms",
            "pareto:1ms,inf,1s",
        ] {
            assert!(service(text).is_err(), "{text:?} was accepted");
        }
    }
}

//! Where a push message goes: the address of a push service, which a stranger has named.

use axum::http::Uri;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// The longest address of an endpoint, in bytes.
const LONGEST: usize = 1000;

/// An endpoint that may be asked.
#[derive(Debug)]
pub(crate) struct Endpoint {
    pub host: String,
    pub port: u16,
    /// Path and query.
    pub path: String,
    pub tls: bool,
}

impl Endpoint {
    /// An endpoint as a browser tells it: of HTTPS at its usual port, without a user, and no private address. Elsewhere
    /// and without TLS only if `anywhere`, in tests.
    pub fn read(text: &str, anywhere: bool) -> Option<Endpoint> {
        let plain = text.len() <= LONGEST && text.bytes().all(|byte| byte.is_ascii_graphic());
        let uri: Uri = text.parse().ok().filter(|_| plain)?;
        let authority = uri.authority()?;
        let tls = uri.scheme_str() == Some("https");
        let port = authority.port_u16().unwrap_or(if tls { 443 } else { 80 });
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_owned();
        let named = !host.is_empty() && !authority.as_str().contains('@');
        let allowed = anywhere || (tls && port == 443 && address_in(&host).is_none_or(is_public));
        let path = uri.path_and_query().map_or_else(|| "/".to_owned(), ToString::to_string);
        (named && allowed).then_some(Endpoint { host, port, path, tls })
    }

    /// Scheme and authority.
    pub fn origin(&self) -> String {
        let (scheme, usual) = if self.tls { ("https", 443) } else { ("http", 80) };
        format!("{scheme}://{}", self.authority(usual))
    }

    /// Host and port, without the usual port.
    pub fn authority(&self, usual: u16) -> String {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        if self.port == usual { host } else { format!("{host}:{}", self.port) }
    }

    /// The address to connect to: what the name means now. None if the name means any address that is not public: who
    /// mixes them means no good. The connection is made to this very address, so that a name can't change its mind.
    pub async fn resolve(&self, anywhere: bool) -> Option<SocketAddr> {
        let found: Vec<SocketAddr> =
            tokio::net::lookup_host((self.host.as_str(), self.port)).await.ok()?.collect();
        let fits = anywhere || found.iter().all(|address| is_public(address.ip()));
        found.first().copied().filter(|_| fits)
    }
}

/// The address that a host is, if it is no name. Whatever only looks like one is resolved like a name.
fn address_in(host: &str) -> Option<IpAddr> {
    host.parse().ok()
}

/// Whether an address is of the public internet: not of this machine, of a network around it, or of no network at all.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let shared = a == 100 && (64..128).contains(&b);
    let assigned =
        (a, b, c) == (192, 0, 0) || (a == 198 && (b == 18 || b == 19)) || (a, b, c) == (192, 88, 99);
    !(a == 0
        || a >= 224
        || shared
        || assigned
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, c, ..] = address.segments();
    let octets = address.octets();
    let embedded = |from: usize| {
        is_public_v4(Ipv4Addr::new(octets[from], octets[from + 1], octets[from + 2], octets[from + 3]))
    };
    match (a, b) {
        // Addresses of IPv4 by another name: translated, and 6to4.
        (0x64, 0xff9b) => c == 0 && embedded(12),
        (0x2002, _) => embedded(2),
        // Teredo, benchmarks, documentation and other special ones.
        (0x2001, ..0x200) | (0x2001, 0xdb8) | (0x3fff, ..0x1000) => false,
        _ => match address.to_ipv4_mapped() {
            Some(address) => is_public_v4(address),
            // Nothing else is given out.
            None => a & 0xe000 == 0x2000,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_are_told_from_public_ones() {
        let public = |text: &str| is_public(text.parse().unwrap());
        for text in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.9.9.9",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::a00:1",
            "64:ff9b:1::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "2002:7f00:1::",
            "2002:c0a8:101::",
            "100::1",
            "3fff::1",
        ] {
            assert!(!public(text), "{text}");
        }
        for text in [
            "1.1.1.1",
            "172.32.0.1",
            "100.128.0.1",
            "9.9.9.9",
            "2606:4700::1111",
            "::ffff:1.1.1.1",
            "64:ff9b::101:101",
        ] {
            assert!(public(text), "{text}");
        }
    }

    #[test]
    fn only_public_services_by_https_are_endpoints() {
        for text in [
            "http://push.example/x",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://10.0.0.1:443/x",
            "https://push.example:8443/x",
            "https://user@push.example/x",
            "https://push.example@127.0.0.1/x",
            "https://[::ffff:169.254.169.254]/latest",
            "file:///etc/passwd",
            "gopher://push.example/",
            "/x",
            "",
            "https://push.example/\r\nx: y",
            "https:///x",
        ] {
            assert!(Endpoint::read(text, false).is_none(), "{text}");
        }
        assert!(Endpoint::read(&format!("https://push.example/{}", "x".repeat(1000)), false).is_none());
        let endpoint = Endpoint::read("https://push.example/a?b", false).unwrap();
        assert_eq!((endpoint.origin().as_str(), endpoint.path.as_str()), ("https://push.example", "/a?b"));
    }

    /// Whatever the system takes for an address is refused when it is resolved.
    #[tokio::test]
    async fn names_and_odd_numbers_that_mean_this_machine_are_refused() {
        for text in [
            "https://localhost/x",
            "https://2130706433/x",
            "https://0x7f.1/x",
            "https://127.1/x",
            "https://0/x",
        ] {
            if let Some(endpoint) = Endpoint::read(text, false) {
                assert_eq!(endpoint.resolve(false).await, None, "{text}");
            }
        }
        let local = Endpoint::read("http://localhost:9/x", true).unwrap();
        assert!(local.resolve(false).await.is_none() && local.resolve(true).await.is_some());
    }
}

//! The address of a client: that of the connection, or what reverse proxies say that the operator trusts.

use axum::http::{HeaderMap, HeaderValue};
use ipnet::IpNet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// The header in which each proxy appends the address that it saw.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// Whether an address is in one of these networks: of a trusted proxy, say.
pub fn is_trusted(address: IpAddr, networks: &[IpNet]) -> bool {
    let address = address.to_canonical();
    networks.iter().any(|network| network.contains(&address))
}

/// The client of a connection from `peer`. Forwarded addresses are read from the right, over all header lines, as far as
/// trusted proxies appended them: the first address that is no trusted proxy's is the client's. Where an entry can't be
/// read, the client is nobody known (`0.0.0.0`): all such clients count as one, and none of them as the proxy.
pub fn client_address(peer: IpAddr, headers: &HeaderMap, proxies: &[IpNet]) -> IpAddr {
    let mut client = peer.to_canonical();
    // As bytes: what a client writes before the entry of a proxy need not be text, and must not hide that entry.
    let lines: Vec<&[u8]> = headers.get_all(FORWARDED_FOR).iter().map(HeaderValue::as_bytes).collect();
    let mut entries = lines.iter().rev().flat_map(|line| line.rsplit(|byte| *byte == b','));
    while is_trusted(client, proxies) {
        let Some(entry) = entries.next() else { break };
        client = address_in(entry).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    }
    client
}

/// The address of an entry, with or without a port, brackets or quotes.
fn address_in(entry: &[u8]) -> Option<IpAddr> {
    let entry = str::from_utf8(entry).ok()?.trim().trim_matches('"');
    let bare = entry.trim_start_matches('[').trim_end_matches(']');
    let address = bare.parse::<IpAddr>().or_else(|_| entry.parse::<SocketAddr>().map(|socket| socket.ip()));
    address.ok().map(|address| address.to_canonical())
}

/// The address under which a client is counted: an IPv6 client has a whole /64 to itself.
pub fn counted_as(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(peer: &str, lines: &[&'static str]) -> String {
        client_of_bytes(peer, &lines.iter().map(|line| line.as_bytes()).collect::<Vec<_>>())
    }

    fn client_of_bytes(peer: &str, lines: &[&'static [u8]]) -> String {
        let proxies: Vec<IpNet> = ["127.0.0.0/8", "10.0.0.7/32"].map(|net| net.parse().unwrap()).to_vec();
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED_FOR, HeaderValue::from_bytes(line).unwrap());
        }
        client_address(peer.parse().unwrap(), &headers, &proxies).to_string()
    }

    #[test]
    fn only_what_trusted_proxies_append_counts() {
        assert_eq!(client("6.6.6.6", &["1.2.3.4"]), "6.6.6.6", "a stranger's word is not heard");
        assert_eq!(client("127.0.0.1", &[]), "127.0.0.1");
        assert_eq!(client("127.0.0.1", &["1.2.3.4"]), "1.2.3.4");
        assert_eq!(
            client("127.0.0.1", &["9.9.9.9, 6.6.6.6"]),
            "6.6.6.6",
            "the client's own entry comes before"
        );
        assert_eq!(client("127.0.0.1", &["9.9.9.9", "6.6.6.6"]), "6.6.6.6", "all lines are read");
        assert_eq!(client("127.0.0.1", &["6.6.6.6, 10.0.0.7"]), "6.6.6.6", "a second proxy is passed over");
        assert_eq!(client("127.0.0.1", &["127.0.0.1, 6.6.6.6"]), "6.6.6.6", "nobody poses as this machine");
        assert_eq!(client("127.0.0.1", &["6.6.6.6:5000"]), "6.6.6.6");
        assert_eq!(client("127.0.0.1", &["\"[2001:db8::1]:443\""]), "2001:db8::1");
        assert_eq!(client("::ffff:127.0.0.1", &["6.6.6.6"]), "6.6.6.6");
        assert_eq!(client("127.0.0.1", &["[::ffff:6.6.6.6]:5000"]), "6.6.6.6");
        assert_eq!(client("127.0.0.1", &["6.6.6.6, unknown"]), "0.0.0.0", "nobody counts as the proxy");
        assert_eq!(client("127.0.0.1", &["6.6.6.6,"]), "0.0.0.0");
    }

    /// A proxy appends to the line that the client sent, whatever its bytes are.
    #[test]
    fn bytes_that_are_no_text_hide_nobody() {
        assert_eq!(client_of_bytes("127.0.0.1", &[b"\xff, 6.6.6.6"]), "6.6.6.6");
        assert_eq!(client_of_bytes("127.0.0.1", &[b"9.9.9.9", b"\xff\xfe,6.6.6.6"]), "6.6.6.6");
        assert_eq!(client_of_bytes("127.0.0.1", &[b"6.6.6.6, \xff"]), "0.0.0.0");
    }

    #[test]
    fn a_network_of_ipv6_is_one_client() {
        let counted = |text: &str| counted_as(text.parse().unwrap()).to_string();
        assert_eq!(counted("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(counted("2001:db8:1:2::9"), "2001:db8:1:2::");
        assert_ne!(counted("2001:db8:1:3::9"), "2001:db8:1:2::");
        assert_eq!(counted("::ffff:1.2.3.4"), "1.2.3.4");
        assert_eq!(counted("::1"), "::1");
    }
}

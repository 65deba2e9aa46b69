//! Certificates for a few servers and their clients, such as those of one race: an authority that nobody else trusts.

use std::io;
use std::path::Path;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, ExtendedKeyUsagePurpose, IsCa, KeyPair};
use rcgen::{KeyUsagePurpose, date_time_ymd};

/// The authority's certificate, the server's, and the server's key, all PEM. The authority's key is forgotten.
pub(crate) const FILES: [&str; 3] = ["authority.pem", "cert.pem", "key.pem"];

/// Writes them to a folder; ECDSA with P-256, as most servers have today. `names`: of the server, or its addresses.
///
/// # Errors
/// A name that is none, or a file that cannot be written.
pub(crate) fn write(folder: &Path, names: &[String]) -> io::Result<()> {
    let (authority, server, key) = make(names).map_err(io::Error::other)?;
    std::fs::create_dir_all(folder)?;
    for (file, text) in FILES.into_iter().zip([authority, server, key]) {
        std::fs::write(folder.join(file), text)?;
    }
    Ok(())
}

/// Makes them.
///
/// # Errors
/// A name that is none.
pub(crate) fn make(names: &[String]) -> Result<(String, String, String), rcgen::Error> {
    let mut params = CertificateParams::new(Vec::new())?;
    params.distinguished_name.push(DnType::CommonName, "Fairlap");
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
    let authority = CertifiedIssuer::self_signed(params, KeyPair::generate()?)?;
    let key = KeyPair::generate()?;
    let mut params = CertificateParams::new(names)?;
    params.distinguished_name.push(DnType::CommonName, names.first().map_or("", String::as_str));
    // Clocks of virtual machines may be wrong, and nobody else trusts it.
    (params.not_before, params.not_after) = (date_time_ymd(2020, 1, 1), date_time_ymd(2099, 12, 31));
    params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    let server = params.signed_by(&key, &authority)?;
    Ok((authority.pem(), server.pem(), key.serialize_pem()))
}

"""Builds the detached CMS signature of PAdES-B (ETSI EN 319 142-1). The signature identifies the signer's certificate
by its hash. The signature contains no time, because the time is in the PDF.

`openssl cms` is not used, because it always adds a time, which PAdES forbids. No Debian package signs PDFs in Python.
"""
import hashlib

from asn1crypto import algos, cms, core, tsp, x509

from engines.tools.pikepdf.signing.key import Signer


def signature(digest: bytes, signer: Signer) -> bytes:
    """Returns the CMS signature for content whose SHA-256 hash is `digest`."""
    certificate = signer.certificate
    attributes = cms.CMSAttributes([
        attribute('content_type', 'data'),
        attribute('message_digest', digest),
        attribute('signing_certificate_v2', tsp.SigningCertificateV2({'certs': [identified(certificate)]})),
    ])
    info = cms.SignerInfo({
        'version': 'v1',
        'sid': cms.SignerIdentifier({'issuer_and_serial_number': issuer_and_serial(certificate)}),
        'digest_algorithm': algos.DigestAlgorithm({'algorithm': 'sha256'}),
        'signed_attrs': attributes,
        'signature_algorithm': algos.SignedDigestAlgorithm({'algorithm': signer.algorithm}),
        # The signature covers the attributes in their encoding as an ASN.1 set. `untag` removes the different tag that
        # the attributes have in the signer's information.
        'signature': signer.sign(attributes.untag().dump(force=True)),
    })
    data = cms.SignedData({
        'version': 'v1',
        'digest_algorithms': [algos.DigestAlgorithm({'algorithm': 'sha256'})],
        'encap_content_info': {'content_type': 'data'},
        'certificates': [certificate, *signer.others],
        'signer_infos': [info],
    })
    return cms.ContentInfo({'content_type': 'signed_data', 'content': data}).dump()


def attribute(kind: str, value) -> cms.CMSAttribute:
    return cms.CMSAttribute({'type': kind, 'values': [value]})


def issuer_and_serial(certificate: x509.Certificate) -> cms.IssuerAndSerialNumber:
    return cms.IssuerAndSerialNumber({'issuer': certificate.issuer, 'serial_number': certificate.serial_number})


def identified(certificate: x509.Certificate) -> tsp.ESSCertIDv2:
    issuer = x509.GeneralName('directory_name', value=certificate.issuer)
    return tsp.ESSCertIDv2({
        'hash_algorithm': algos.DigestAlgorithm({'algorithm': 'sha256'}),
        'cert_hash': hashlib.sha256(certificate.dump()).digest(),
        'issuer_serial': {'issuer': [issuer], 'serial_number': core.Integer(certificate.serial_number)},
    })

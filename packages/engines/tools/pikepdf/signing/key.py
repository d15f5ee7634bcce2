"""Reads the key and the certificates of a signer from a PKCS#12 file, and signs with the key."""
from dataclasses import dataclass

from asn1crypto import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.serialization import pkcs12

from engines.tools.pikepdf.document import refusal

OPTION = 'sign_certificate'


@dataclass(frozen=True)
class Signer:
    key: object
    certificate: x509.Certificate
    # All certificates in the key file except `certificate`. PDF readers build the certificate chain from these
    # certificates.
    others: list[x509.Certificate]

    @property
    def name(self) -> str:
        subject = self.certificate.subject.native
        return str(subject.get('common_name') or subject.get('organization_name') or self.certificate.subject.human_friendly)

    @property
    def algorithm(self) -> str:
        return 'sha256_rsa' if isinstance(self.key, rsa.RSAPrivateKey) else 'sha256_ecdsa'

    def sign(self, data: bytes) -> bytes:
        if isinstance(self.key, rsa.RSAPrivateKey):
            return self.key.sign(data, padding.PKCS1v15(), hashes.SHA256())
        return self.key.sign(data, ec.ECDSA(hashes.SHA256()))


def signer_in(file: str, password: str | None) -> Signer:
    """Returns the signer whose private key is in `file`. Ends the runner if the password is wrong, or the file has no
    key of a supported kind."""
    with open(file, 'rb') as source:
        data = source.read()
    try:
        key, certificate, others = pkcs12.load_key_and_certificates(data, (password or '').encode() or None)
    except ValueError as error:
        wrong = 'password' in str(error).lower() or 'mac' in str(error).lower()
        raise refusal(OPTION, 'sign_password does not open it' if wrong else 'it is not a PKCS#12 file') from error
    if not isinstance(key, (rsa.RSAPrivateKey, ec.EllipticCurvePrivateKey)) or certificate is None:
        raise refusal(OPTION, 'it has no RSA or EC key with a certificate')
    return Signer(key, parsed(certificate), [parsed(other) for other in others])


def parsed(certificate) -> x509.Certificate:
    return x509.Certificate.load(certificate.public_bytes(serialization.Encoding.DER))

"""Decrypts an entry of an OpenDocument package. Debian has no library for this decryption."""
import hashlib
import warnings
import zlib

from argon2.low_level import Type, hash_secret_raw
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from engines.passes.opendocument_lock.manifest import Encryption
from engines.shared.runner.unsupported import unsupported


class WrongPassword(Exception):
    """Raised if the password does not decrypt the entry."""


def decrypt(data: bytes, encryption: Encryption, password: str) -> bytes:
    """Returns the content of an entry. Raises `WrongPassword` if the password does not decrypt the entry."""
    key = _key(encryption, password)
    vector = encryption.initialisation_vector
    if encryption.algorithm in ('aes128-cbc', 'aes192-cbc', 'aes256-cbc'):
        packed = _without_padding(_deciphered(Cipher(algorithms.AES(key), modes.CBC(vector)), data))
    elif encryption.algorithm in ('aes128-gcm', 'aes192-gcm', 'aes256-gcm'):
        packed = _authenticated(key, vector, data)
    elif encryption.algorithm in ('blowfish', 'blowfish-cfb'):
        with warnings.catch_warnings():
            # Suppresses the library's warning that Blowfish is outdated.
            warnings.simplefilter('ignore')
            packed = _deciphered(Cipher(algorithms.Blowfish(key), modes.CFB(vector)), data)
    else:
        unsupported(f'OpenDocument encryption {encryption.algorithm}')
    return _unpacked(packed, encryption.size)


def _key(encryption: Encryption, password: str) -> bytes:
    secret = password.encode()
    start = hashlib.sha1(secret) if encryption.start_key == 'sha1' else hashlib.sha256(secret)
    if encryption.derivation == 'pbkdf2':
        return hashlib.pbkdf2_hmac('sha1', start.digest(), encryption.salt, encryption.iterations, encryption.key_size)
    if encryption.derivation == 'argon2id':
        return hash_secret_raw(
            start.digest(), encryption.salt, encryption.iterations, encryption.memory, encryption.lanes,
            encryption.key_size, Type.ID,
        )
    # OpenPGP keys encrypt the session key, so the password cannot open the file.
    unsupported(f'OpenDocument key derivation {encryption.derivation}')


def _deciphered(cipher: Cipher, data: bytes) -> bytes:
    decryptor = cipher.decryptor()
    try:
        return decryptor.update(data) + decryptor.finalize()
    except ValueError as error:
        raise WrongPassword from error


def _authenticated(key: bytes, vector: bytes, data: bytes) -> bytes:
    # The data may begin with a copy of the initialization vector (XML Encryption 1.1, section 5.2.4).
    start = len(vector) if data.startswith(vector) else 0
    try:
        return AESGCM(key).decrypt(vector, data[start:], None)
    except InvalidTag as error:
        raise WrongPassword from error


def _without_padding(data: bytes) -> bytes:
    """Removes the padding of a decrypted entry. The last byte of the decrypted data is the number of padding bytes (XML
    Encryption 1.1, section 5.2)."""
    return data[:-data[-1]] if data and data[-1] <= 16 else data


def _unpacked(data: bytes, size: int) -> bytes:
    """Decompresses an entry. An entry that contains the whole package is returned unchanged, because it was encrypted
    without compression."""
    if len(data) == size and data.startswith(b'PK'):
        return data
    try:
        unpacked = zlib.decompressobj(-zlib.MAX_WBITS).decompress(data)
    except zlib.error as error:
        raise WrongPassword from error
    if size and len(unpacked) != size:
        raise WrongPassword
    return unpacked

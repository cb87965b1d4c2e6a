import ssl
import subprocess

import pytest

from echo import Echo


@pytest.fixture
def start():
    """Starts servers with options; ends them with the test."""
    servers = []

    def start(**options):
        servers.append(Echo(**options))
        return servers[-1]

    yield start
    for server in servers:
        server.process.kill()
        server.process.wait()
        server.process.stdout.close()


@pytest.fixture(scope="session")
def echo():
    """One server with the defaults, for tests that leave it as it was."""
    server = Echo()
    yield server
    server.process.kill()
    server.process.wait()
    server.process.stdout.close()


@pytest.fixture(scope="session")
def certificate(tmp_path_factory):
    """The paths of a certificate for localhost and its key."""
    folder = tmp_path_factory.mktemp("tls")
    paths = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
         "-out", paths[0], "-keyout", paths[1]],
        check=True, capture_output=True)
    return paths


@pytest.fixture(scope="session")
def trusting(certificate):
    return ssl.create_default_context(cafile=certificate[0])

"""Makes the parts of a release, and rehearses it: `cargo xtask release --help`.

Each part goes into its own folder below the output. The rehearsal makes every part that this
machine can make, installs them into empty places where the checkout cannot be reached, and runs the
README's doors against what was installed.
"""

import argparse
import gzip
import hashlib
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / os.environ.get("CARGO_TARGET_DIR", "target")
OUT = TARGET / "release-rehearsal"
# Licences that a dependency may have, beside those of the project.
ALLOWED = {
    "MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0",
    "ISC", "MPL-2.0", "Unicode-3.0", "Unlicense", "Zlib", "CC0-1.0", "0BSD",
}  # fmt: skip
# The packages that are shipped as programs and libraries.
SHIPPED = (
    "hyperbola-cli", "hyperbola-study-cli", "hyperbola-data-cli", "hyperbola-hunt-cli", "hyperbola-c",
    "hyperbola-python",
)  # fmt: skip
# The programs that are shipped.
PROGRAMS = ("hyperbola", "hyperbola-study", "hyperbola-data", "hyperbola-hunt")
# A registry takes this many new crates at once, then one every ten minutes; of known crates thirty
# versions at once, then one every minute.
NEW_AT_ONCE, NEW_EVERY = 5, 600


def say(text):
    print(f"release: {text}", flush=True)


def run(*command, cwd=ROOT, env=None, read=False):
    """Runs a command and fails unless it succeeds; returns its output if that is read."""
    command = [str(part) for part in command]
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **(env or {})}, text=True,
        stdout=subprocess.PIPE if read else None,
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"release: `{' '.join(command)}` has failed: status {done.returncode}")
    return done.stdout


def fresh(name):
    """Returns an empty folder of the output."""
    folder = OUT / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def metadata():
    """Returns what cargo knows of the workspace and of all that it depends on."""
    return json.loads(run("cargo", "metadata", "--format-version", "1", "--locked", read=True))


def version():
    return tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]


def host():
    return re.search(r"^host: (.*)$", run("rustc", "-vV", read=True), re.M)[1]


# ---- The parts ----


def published():
    """Returns the packages that are published, each after those that it depends on."""
    packages = {p["name"]: p for p in metadata()["packages"] if not p["source"]}
    wanted = {name for name, package in packages.items() if package["publish"] != []}
    order = []

    def visit(name):
        if name in order:
            return
        for dependency in packages[name]["dependencies"]:
            # A dependency of only the tests is left out of a package if it has no version.
            if dependency["name"] in wanted and dependency["req"] != "*":
                visit(dependency["name"])
        order.append(name)

    for name in sorted(wanted):
        visit(name)
    return order


def crates(_):
    """The packages for the registry of crates, and the order to publish them in."""
    folder, order = fresh("crates"), published()
    flags = [flag for name in order for flag in ("--package", name)]
    # Whether they compile is checked where they are installed.
    run("cargo", "package", "--quiet", "--no-verify", "--allow-dirty", "--locked", *flags)
    lines = []
    for at, name in enumerate(order):
        file = f"{name}-{version()}.crate"
        shutil.copy(TARGET / "package" / file, folder / file)
        wait = f"  # the first time, wait {NEW_EVERY // 60} minutes before" if at >= NEW_AT_ONCE else ""
        lines.append(f"cargo publish --package {name}{wait}\n")
    (folder / "order.txt").write_text("".join(lines))


# The newest C library of Linux that programs, libraries and wheels may need.
GLIBC = "2.28"


def build(target, *arguments):
    """Builds for release, for this machine or another target, and returns the folder of the files."""
    if target.endswith("-linux-gnu"):
        # Linked here, a program would need the glibc of this machine.
        programs = tools("cargo-zigbuild>=0.20,<1", "ziglang")
        path = f"{programs}{os.pathsep}{os.environ['PATH']}"
        flags = ["--quiet", "--release", "--locked", "--target", f"{target}.{GLIBC}"]
        run(programs / "cargo-zigbuild", "zigbuild", *flags, *arguments, env={"PATH": path})
        return TARGET / target / "release"
    other = ["--target", target] if target != host() else []
    run("cargo", "build", "--quiet", "--release", "--locked", *other, *arguments)
    return TARGET / (target if other else "") / "release"


def archive(folder, name):
    """Packs a folder as an archive of its name beside it, the same bytes for the same files."""
    path = folder.parent / f"{name}.tar.gz"

    def plain(entry):
        entry.uid = entry.gid = entry.mtime = 0
        entry.uname = entry.gname = ""
        return entry

    with path.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w") as file:
            file.add(folder, name, filter=plain)
    shutil.rmtree(folder)
    return path


def stripped(source, destination, target):
    """Copies a program or a library of a target without its symbols, where its tool is here."""
    shutil.copy2(source, destination)
    if target == host() and "linux" in target and shutil.which("strip"):
        run("strip", "--strip-unneeded", destination)
    if "apple" in target and source.suffix == ".dylib":
        run("install_name_tool", "-id", f"@rpath/{destination.name}", destination)


def licences(folder):
    for name in ("LICENSE-MIT", "LICENSE-APACHE"):
        shutil.copy(ROOT / name, folder)


def programs(arguments):
    """The programs with completions and manual pages, as an archive for one system."""
    target = arguments.target or host()
    built = build(target, *(part for program in PROGRAMS for part in ("--bin", program)))
    name = f"hyperbola-{version()}-{target}"
    folder = fresh("programs") / name
    folder.mkdir()
    suffix = ".exe" if "windows" in target else ""
    for program in PROGRAMS:
        stripped(built / f"{program}{suffix}", folder / f"{program}{suffix}", target)
    shutil.copy(ROOT / "programs/hyperbola/README.md", folder)
    licences(folder)
    if target == host():
        (folder / "completions").mkdir()
        for program in PROGRAMS:
            command = folder / f"{program}{suffix}"
            for shell, file in (("bash", f"{program}.bash"), ("zsh", f"_{program}"), ("fish", f"{program}.fish"),
                                ("powershell", f"_{program}.ps1"), ("elvish", f"{program}.elv")):  # fmt: skip
                (folder / "completions" / file).write_text(run(command, "completions", shell, read=True))
            run(command, "man", "--dir", folder / "man")
    archive(folder, name)


CMAKE = """\
# Defines the targets hyperbola::hyperbola (shared) and hyperbola::static.
get_filename_component(_root "${{CMAKE_CURRENT_LIST_DIR}}/../../.." ABSOLUTE)
find_package(Threads REQUIRED)
foreach(_kind shared static)
  string(REPLACE shared hyperbola _name ${{_kind}})
  if(NOT TARGET hyperbola::${{_name}})
    string(TOUPPER ${{_kind}} _type)
    add_library(hyperbola::${{_name}} ${{_type}} IMPORTED)
    set_target_properties(hyperbola::${{_name}} PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES "${{_root}}/include")
  endif()
endforeach()
set_target_properties(hyperbola::hyperbola PROPERTIES IMPORTED_LOCATION "${{_root}}/lib/{shared}")
set_target_properties(hyperbola::static PROPERTIES IMPORTED_LOCATION "${{_root}}/lib/libhyperbola.a"
  INTERFACE_LINK_LIBRARIES "Threads::Threads;{system}")
set(hyperbola_VERSION {version})
"""

PKG_CONFIG = """\
prefix=${{pcfiledir}}/../..
includedir=${{prefix}}/include
libdir=${{prefix}}/lib

Name: hyperbola
Description: Attacks of sliding chess pieces, legal moves and features of positions
Version: {version}
Libs: -L${{libdir}} -lhyperbola
Libs.private: {private}
Cflags: -I${{includedir}}
"""


def c(arguments):
    """The C library with its header, and the files for pkg-config and CMake; not for Windows yet."""
    target = arguments.target or host()
    if "windows" in target:
        say("the C library for Windows is left out")
        return
    built = build(target, "--package", "hyperbola-c")
    name = f"hyperbola-c-{version()}-{target}"
    folder = fresh("c") / name
    (folder / "include").mkdir(parents=True)
    (folder / "lib/pkgconfig").mkdir(parents=True)
    (folder / "lib/cmake/hyperbola").mkdir(parents=True)
    package = ROOT / "crates/hyperbola-c"
    shutil.copytree(package / "include", folder / "include", dirs_exist_ok=True)
    shutil.copytree(package / "examples", folder / "examples")
    shutil.copy(package / "README.md", folder)
    licences(folder)
    shared = "libhyperbola.dylib" if "apple" in target else "libhyperbola.so"
    stripped(built / shared.replace("hyperbola", "hyperbola_c"), folder / "lib" / shared, target)
    shutil.copy(built / "libhyperbola_c.a", folder / "lib/libhyperbola.a")
    facts = {
        "version": version(),
        "shared": shared,
        "system": "" if "apple" in target else "dl;m",
        "private": "-lpthread" if "apple" in target else "-lpthread -ldl -lm",
    }
    (folder / "lib/pkgconfig/hyperbola.pc").write_text(PKG_CONFIG.format(**facts))
    (folder / "lib/cmake/hyperbola/hyperbola-config.cmake").write_text(CMAKE.format(**facts))
    archive(folder, name)


def tools(*packages):
    """Returns the folder of programs of a virtual environment that has these packages."""
    folder = TARGET / "release-tools"
    if not folder.exists():
        run(sys.executable, "-m", "venv", folder)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    run(programs / "python", "-m", "pip", "install", "--quiet", *packages)
    return programs


def sdist(_):
    """The source distribution of the Python package."""
    folder = fresh("sdist")
    run(tools("maturin>=1.9,<2") / "maturin", "sdist", "--manifest-path", "python/Cargo.toml",
        "--out", folder)  # fmt: skip


def wheels(arguments):
    """The wheel for one system: for Linux linked by zig, so that it needs no newer glibc than GLIBC."""
    target = arguments.target or host()
    folder = OUT / "wheels"
    folder.mkdir(parents=True, exist_ok=True)
    flags, env = [], {}
    programs = tools("maturin>=1.13,<2", "ziglang")
    if "linux" in target:
        flags = ["--zig", "--compatibility", f"manylinux_{GLIBC.replace('.', '_')}", "--target", target]
        env["PATH"] = f"{programs}:{os.environ['PATH']}"
    elif target != host():
        flags = ["--target", target]
    sysroot = Path(run("rustc", "--print", "sysroot", read=True).strip())
    if not (sysroot / "lib/rustlib" / target / "lib").exists():
        # Debian's compiler comes with the sources of the standard library.
        if not Path("/usr/lib/rustlib/src").exists():
            sys.exit(f"release: no standard library for {target}: `rustup target add {target}`")
        env.update(RUSTC="/usr/bin/rustc", RUSTC_BOOTSTRAP="1", CARGO="/usr/bin/cargo",
                   CARGO_UNSTABLE_BUILD_STD="std,panic_abort",
                   PATH=f"{programs}:/usr/bin:{os.environ['PATH']}")  # fmt: skip
    run(programs / "maturin", "build", "--release", "--locked", "--manifest-path",
        "python/Cargo.toml", "--compression-level", "9", "--out", folder, *flags,
        env=env)  # fmt: skip


def site(_):
    """The explorer, and the documentation of the crates, as one folder for a static host."""
    folder = fresh("site")
    run("cargo", "xtask", "web")
    shutil.copytree(TARGET / "web/site", folder, dirs_exist_ok=True)
    run("cargo", "doc", "--quiet", "--workspace", "--no-deps", "--locked")
    shutil.copytree(TARGET / "doc", folder / "doc")


def is_allowed(expression):
    """Returns whether a licence's expression can be met by the licences that are allowed."""
    words = re.findall(r"[()]|[^\s()]+(?: WITH [^\s()]+)?", expression.replace("/", " OR "))
    known = {"(": "(", ")": ")", "OR": "or", "AND": "and"}
    return bool(words) and eval(" ".join(known.get(word, str(word in ALLOWED)) for word in words))


def notices(_):
    """The bill of materials (CycloneDX), and the licences of what the programs are made of."""
    folder, facts = fresh("notices"), metadata()
    packages = {package["id"]: package for package in facts["packages"]}
    nodes = {node["id"]: node for node in facts["resolve"]["nodes"]}
    roots = [p["id"] for p in facts["packages"] if p["name"] in SHIPPED]
    used, waiting = set(), roots
    while waiting:
        at = waiting.pop()
        if at not in used:
            used.add(at)
            # Without what only tests need.
            waiting += [d["pkg"] for d in nodes[at]["deps"] if any(k["kind"] != "dev" for k in d["dep_kinds"])]
    others = sorted((packages[at] for at in used if packages[at]["source"]), key=lambda p: (p["name"], p["version"]))
    for package in others:
        if not is_allowed(package["license"] or ""):
            sys.exit(f"release: {package['name']} has a licence that is not allowed: {package['license']}")
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    digests = {(p["name"], p["version"]): p.get("checksum") for p in lock}
    components = [
        {
            "type": "library",
            "name": package["name"],
            "version": package["version"],
            "purl": f"pkg:cargo/{package['name']}@{package['version']}",
            "licenses": [{"expression": (package["license"] or "").replace("/", " OR ")}],
            "hashes": [{"alg": "SHA-256", "content": digests[package["name"], package["version"]]}],
        }
        for package in others
    ]
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "hyperbola", "version": version()}},
        "components": components,
    }
    (folder / "hyperbola.cdx.json").write_text(json.dumps(bill, indent=1) + "\n")
    with (folder / "THIRD-PARTY.txt").open("w") as file:
        for package in others:
            file.write(f"{package['name']} {package['version']}: {package['license']}\n{package['repository'] or ''}\n\n")
            for path in sorted(Path(package["manifest_path"]).parent.glob("LICEN[CS]E*")):
                if path.is_file():
                    file.write(path.read_text(errors="replace").strip() + "\n\n")
            file.write("-" * 80 + "\n")


def notes(_):
    """The release notes: the section of this version in the changelog, or what is not released."""
    text = (ROOT / "CHANGELOG.md").read_text()
    sections = dict(re.findall(r"^## \[?([^\]\n ]+)[^\n]*\n(.*?)(?=^## |\Z)", text, re.M | re.S))
    tag = os.environ.get("GITHUB_REF_NAME", "")
    if os.environ.get("GITHUB_REF_TYPE") == "tag":
        if tag != f"v{version()}":
            sys.exit(f"release: the tag is {tag}, and Cargo.toml has version {version()}")
        sections.pop("Unreleased", None)
    found = sections.get(version()) or sections.get("Unreleased")
    if not found:
        sys.exit(f"release: CHANGELOG.md has no section for {version()}")
    (fresh("notes") / "notes.md").write_text(found.strip() + "\n")


def checksums(_):
    """The SHA-256 of every file that is published."""
    files = sorted(p for kind in ("crates", "programs", "c", "wheels", "sdist") for p in (OUT / kind).glob("*")
                   if p.suffix in (".crate", ".gz", ".whl"))  # fmt: skip
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (OUT / "SHA256SUMS").write_text("".join(lines))


PARTS = {part.__name__: part for part in
         (crates, programs, c, wheels, sdist, site, notices, notes, checksums)}  # fmt: skip


# ---- The rehearsal ----


def index_line(crate):
    """Returns a crate's line in the index of a registry."""
    with tarfile.open(crate) as file:
        name = next(n for n in file.getnames() if n.count("/") == 1 and n.endswith("/Cargo.toml"))
        manifest = tomllib.loads(file.extractfile(name).read().decode())

    def dependencies(table, kind, target):
        for name, facts in table.items():
            facts = {"version": facts} if isinstance(facts, str) else facts
            yield {
                "name": name, "req": facts["version"], "features": facts.get("features", []),
                "optional": facts.get("optional", False), "target": target, "kind": kind,
                "default_features": facts.get("default-features", True), "package": facts.get("package"),
                "registry": None,
            }  # fmt: skip

    found = []
    for target, table in [(None, manifest), *manifest.get("target", {}).items()]:
        for kind, key in (("normal", "dependencies"), ("build", "build-dependencies"), ("dev", "dev-dependencies")):
            found += dependencies(table.get(key, {}), kind, target)
    package = manifest["package"]
    return {
        "name": package["name"], "vers": package["version"], "deps": found,
        "cksum": hashlib.sha256(crate.read_bytes()).hexdigest(), "features": {},
        "features2": manifest.get("features", {}), "yanked": False, "links": None, "v": 2,
    }  # fmt: skip


class Registry(http.server.BaseHTTPRequestHandler):
    """A registry of crates with an index, only for this machine."""

    files = {}

    def do_GET(self):
        body = self.files.get(self.path)
        self.send_response(200 if body is not None else 404)
        self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, *_):
        pass


def serve_registry(place):
    """Serves our crates and those that they depend on in the place of the public registry, and returns
    the environment in which cargo finds them. Nothing that was built or configured before is in it."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Registry)
    at = f"http://127.0.0.1:{server.server_port}"
    Registry.files = {"/config.json": json.dumps({"dl": at + "/crates/{crate}-{version}.crate"}).encode()}
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    for crate in [*(OUT / "crates").glob("*.crate"), *home.glob("registry/cache/*/*.crate")]:
        line = index_line(crate)
        name = line["name"].lower()
        parts = (name[:2], name[2:4]) if len(name) > 3 else (str(len(name)), *name[:-1][:len(name) == 3])
        path = "/" + "/".join((*parts, name))
        Registry.files[path] = Registry.files.get(path, b"") + json.dumps(line).encode() + b"\n"
        Registry.files[f"/crates/{crate.name}"] = crate.read_bytes()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    (place / "cargo").mkdir()
    (place / "cargo/config.toml").write_text(
        f'[source.crates-io]\nreplace-with = "rehearsal"\n[source.rehearsal]\nregistry = "sparse+{at}/"\n'
    )
    return {"CARGO_HOME": str(place / "cargo")}


def blocks(page, language):
    """Returns the code blocks of a page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", page, re.M | re.S)


def rust_door(place, readme, env):
    """A program with the crates of the registry runs the README's first example, and the command is installed."""
    run("cargo", "new", "--quiet", "--name", "door", place / "rust", cwd=place)
    folder = place / "rust"
    (folder / "src/main.rs").write_text(f"fn main() {{\n{blocks(readme, 'rust')[0]}}}\n")
    # The README's commands, with the published packages in place of the clone.
    for command in re.findall(r"^\$ (cargo add .*)$", readme, re.M):
        command = command.replace("--path hyperbola/crates/", "").split()
        run(*command, "--quiet", cwd=folder, env=env)
    run("cargo", "run", "--quiet", cwd=folder, env=env)
    for package in ("hyperbola-cli", "hyperbola-study-cli"):
        run("cargo", "install", "--quiet", package, "--root", place / "installed", cwd=folder, env=env)
    assert run(place / "installed/bin/hyperbola", "perft", "5", read=True).strip() == "4865609"
    run(place / "installed/bin/hyperbola", "explain", "ray-walk", "queen", "d4")


def unpack(kind, place):
    """Unpacks the archive of a kind for this machine, and returns its folder."""
    (path,) = (OUT / kind).glob(f"*{host()}.tar.gz")
    with tarfile.open(path) as file:
        file.extractall(place, filter="data")
    return place / path.name.removesuffix(".tar.gz")


def command_door(place, *_):
    """The program of the archive counts and explains."""
    folder = unpack("programs", place)
    assert run(folder / "hyperbola", "perft", "6", read=True).strip() == "119060324"
    run(folder / "hyperbola", "explain", "ray-walk", "queen", "d4")
    run(folder / "hyperbola", "positions", "3")
    run(folder / "hyperbola", "inputs", "threats_59808")
    assert len(list((folder / "completions").iterdir())) == 5 * len(PROGRAMS)
    assert all((folder / f"man/{program}.1").exists() for program in PROGRAMS)


def c_door(place, *_):
    """The example compiles and runs against the archive, by pkg-config and by CMake."""
    folder = unpack("c", place)
    env = {"PKG_CONFIG_PATH": str(folder / "lib/pkgconfig"), "LD_LIBRARY_PATH": str(folder / "lib")}
    flags = run("pkg-config", "--cflags", "--libs", "hyperbola", env=env, read=True).split()
    example = folder / "examples/attacks.c"
    run("cc", "-std=c11", example, *flags, "-o", place / "attacks", env=env)
    run(place / "attacks", env=env)
    source = place / "cmake"
    source.mkdir()
    (source / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(door C)\nfind_package(hyperbola REQUIRED)\n"
        f"add_executable(door {example})\ntarget_link_libraries(door hyperbola::static)\n"
    )
    run("cmake", "-S", source, "-B", source / "build", f"-DCMAKE_PREFIX_PATH={folder}", read=True)
    run("cmake", "--build", source / "build", read=True)
    run(source / "build/door")


def python_door(place, *_):
    """The wheel, and the package built from its source, run the example of the package's README."""
    example = place / "example.py"
    example.write_text(blocks((OUT / "python-readme.md").read_text(), "python")[0])
    machine = host().split("-")[0]
    (wheel,) = (OUT / "wheels").glob(f"*{machine}.whl")
    for name, package in (("wheel", wheel), ("sdist", next((OUT / "sdist").glob("*.tar.gz")))):
        run(sys.executable, "-m", "venv", place / name, cwd=place)
        run(place / name / "bin/pip", "install", "--quiet", package, cwd=place)
        run(place / name / "bin/python", example, cwd=place, read=True)


def page_door(place, *_):
    """A browser loads the explorer from a folder below the root of a static host."""
    shutil.copytree(OUT / "site", place / "host/below/explorer")
    handler = type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), lambda *a: handler(*a, directory=str(place / "host"))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    page = run(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=15000", "--dump-dom",
               f"--user-data-dir={place / 'browser'}",
               f"http://127.0.0.1:{server.server_port}/below/explorer/", read=True)  # fmt: skip
    assert "operations" in page, "the explorer did not start"


DOORS = (command_door, rust_door, c_door, python_door, page_door)


def rehearse(_):
    """Makes all parts, then installs and tries them where the checkout cannot be reached."""
    missing = [name for name in ("chromium", "cmake", "pkg-config", "unshare") if not shutil.which(name)]
    if missing:
        sys.exit(f"release: expected the programs {', '.join(missing)}, which the doors need; "
                 "docs/RELEASE.md names the packages")
    for name, part in PARTS.items():
        start = time.monotonic()
        if name == "wheels":
            for target in (host(), "aarch64-unknown-linux-gnu"):
                part(argparse.Namespace(target=target))
        else:
            part(argparse.Namespace(target=None))
        say(f"{name} made in {time.monotonic() - start:.0f} s")
    shutil.copy(ROOT / "README.md", OUT / "readme.md")
    shutil.copy(ROOT / "python/README.md", OUT / "python-readme.md")
    for path in sorted(OUT.rglob("*")):
        if path.is_file() and path.suffix in (".crate", ".gz", ".whl"):
            say(f"{path.stat().st_size / 2**20:7.2f} MiB  {path.relative_to(OUT)}")
    with tempfile.TemporaryDirectory(prefix="hyperbola-release-") as place:
        shutil.copytree(OUT, Path(place) / "out")
        shutil.copy(__file__, Path(place) / "release.py")
        run("unshare", "--mount", "sh", "-c",
            f'mount -t tmpfs none "{ROOT}" && cd "{place}" && exec "{sys.executable}" release.py --try-in "{place}"')  # fmt: skip
    say("the rehearsal is complete")


def try_in(place):
    """Tries each door in an empty folder. It runs where the checkout is hidden."""
    global OUT
    OUT, readme = place / "out", (place / "out/readme.md").read_text()
    env = serve_registry(place)
    for door in DOORS:
        start, folder = time.monotonic(), place / door.__name__
        folder.mkdir()
        door(folder, readme, env)
        say(f"{door.__name__} tried in {time.monotonic() - start:.0f} s")


def main():
    parts = "\n".join(f"  {name:10} {part.__doc__}" for name, part in PARTS.items())
    parser = argparse.ArgumentParser(
        prog="cargo xtask release", description="Makes the parts of a release, in target/release-rehearsal.",
        epilog=f"parts:\n{parts}", formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("parts", nargs="*", metavar="PART", choices=[[], *PARTS], help="the parts to make")
    parser.add_argument("--target", help="the system that programs, wheels and the C library are for")
    parser.add_argument("--rehearse", action="store_true",
                        help="make every part, install each into an empty place, and try the README's doors")  # fmt: skip
    parser.add_argument("--try-in", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.try_in:
        try_in(arguments.try_in)
    elif arguments.rehearse:
        rehearse(arguments)
    elif arguments.parts:
        for part in arguments.parts:
            PARTS[part](arguments)
    else:
        parser.error("name a part, or --rehearse")


if __name__ == "__main__":
    main()

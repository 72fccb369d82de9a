#!/usr/bin/env python3
"""Makes the corpus of encodings that the opcode table is tested against.

Compiles the snippets of `kernels.py` with ptxas for each architecture (and, for
the group `apps`, the CUDA sources beside with nvcc), lets cuobjdump print the
machine code, and keeps one instruction of each form. Only
whoever changes the corpus runs this; users and CI read `*.sass`. It needs a
virtual environment with NVIDIA's compiler from PyPI:

    python3 -m venv venv && venv/bin/pip install nvidia-cuda-nvcc==13.0.88 \\
        nvidia-nvvm==13.0.88 nvidia-cuda-crt==13.0.88 nvidia-cuda-runtime==13.0.96 \\
        nvidia-cuda-cccl==13.0.85 \\
        nvidia-cuda-nvdisasm==13.2.51 nvidia-cuda-cuobjdump==13.2.86
    python3 generate.py venv/lib/python3*/site-packages/nvidia/cu13/bin [GROUP…]

For the encodings of sm_70, which newer compilers no longer make, it needs the
folder of ptxas 12.9 (from `nvidia-cuda-nvcc-cu12`):

    python3 generate.py FOLDER sm_70

A line of a listing is: address, first word, second word, text.
"""

import os
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import kernels

ARCHITECTURES = [90, 89, 86, 80, 75]
HEADER = """.version {version}
.target sm_{arch}{suffix}
.address_size 64
.extern .shared .align 16 .b8 dynamic[];
.const .align 8 .b8 table[512];
.func (.param .b32 out) helper(.param .b32 in) {{
  .reg .u32 %a<4>; ld.param.b32 %a0, [in]; mul.lo.u32 %a1, %a0, %a0; xor.b32 %a2, %a1, 77; st.param.b32 [out], %a2; ret;
}}
"""
TYPES = {"r": "b32", "l": "b64", "h": "b16", "f": "f32", "d": "f64"}
BYTES = {"r": 4, "l": 8, "h": 2, "f": 4, "d": 8}
PARAMETERS = {"r": "u32", "l": "u64", "f": "f32", "d": "f64"}


def kernel(number, snippet):
    """A kernel that loads what the snippet reads and stores what it writes."""
    lines = [
        f".visible .entry k{number}(.param .u64 in, .param .u64 out, "
        + ", ".join(f".param .{p} {t}{n}" for t, p in PARAMETERS.items() for n in "kmn")
        + ") {",
        ".shared .align 16 .b8 block[1024]; .local .align 16 .b8 stack[128];",
        ".reg .b64 %in, %out, %ga; .reg .b32 %thread, %sa, %oa; .reg .b32 %t<8>; .reg .b64 %u<8>; .reg .b128 %q<4>;",
        ".reg .pred %p<12>, %pa, %pb, %pc, %pk, %pz, %py; .reg .f32 %f<10>; .reg .f64 %d<10>; .reg .b16 %h<10>;",
        "ld.param.u64 %in, [in]; ld.param.u64 %out, [out]; mov.u32 %thread, %tid.x;",
        "mad.wide.u32 %in, %thread, 256, %in; mad.wide.u32 %out, %thread, 64, %out;",
    ]
    stores = []
    offset = 0
    for t, letter in re.findall(r"%([rlhfd])([a-cw-z])\b", " ".join(dict.fromkeys(re.findall(r"%[rlhfd][a-cw-z]\b", snippet)))):
        lines.append(f".reg .{TYPES[t]} %{t}{letter};")
        if letter in "abc":
            offset = -(-offset // 8) * 8
            lines.append(f"ld.global.{TYPES[t]} %{t}{letter}, [%in+{offset}];")
            offset += 8
        else:
            # A result that nothing writes keeps what memory holds.
            lines.append(f"ld.global.{TYPES[t]} %{t}{letter}, [%out+{len(stores) * 8}];")
            stores.append(f"st.global.{TYPES[t]} [%out+{len(stores) * 8}], %{t}{letter};")
    for name in dict.fromkeys(re.findall(r"%m[rfd][abcz]\d", snippet)):
        ty = TYPES[name[2]]
        lines.append(f".reg .{ty} {name};")
        if name[3] == "z":
            stores.append(f"st.global.{ty} [%out+{len(stores) * 8}], {name};")
        else:
            lines.append(f"ld.global.{ty} {name}, [%in+{offset}];")
            offset += 8
    for t, letter in dict.fromkeys(re.findall(r"%([rlfd])([kmn])\b", snippet)):
        lines.append(f".reg .{TYPES[t]} %{t}{letter}; ld.param.{PARAMETERS[t]} %{t}{letter}, [{t}{letter}];")
    for n, name in enumerate(["%pa", "%pb", "%pc"]):
        if re.search(name + r"\b", snippet):
            lines.append(f"ld.global.u32 %t7, [%in+{200 + 4 * n}]; setp.ne.u32 {name}, %t7, 0;")
    if "%pk" in snippet:
        lines.append(".reg .u32 %pkk; ld.param.u32 %pkk, [rn]; setp.gt.s32 %pk, %pkk, 5;")
    if "%ga" in snippet:
        lines.append("ld.global.u64 %ga, [%in+160];")
    if "%sa" in snippet:
        lines.append("ld.global.u32 %t7, [%in+168]; mov.u32 %t6, block; add.u32 %sa, %t6, %t7;")
    if "%oa" in snippet:
        lines.append("ld.global.u32 %t7, [%in+172]; mov.u32 %t6, stack; add.u32 %oa, %t6, %t7; st.local.u32 [%oa], %t7;")
        stores.append("ld.local.u32 %t5, [%oa]; st.global.u32 [%out+56], %t5;")
    if "%q1" in snippet:
        lines.append("ld.global.v2.u64 {%u0,%u1}, [%in]; mov.b128 %q1, {%u0,%u1};")
        stores.append("mov.b128 {%u2,%u3}, %q0; st.global.u64 [%out], %u2;")
    for name in ["%pz", "%py"]:
        if re.search(name + r"\b", snippet):
            stores.append(f"selp.u32 %t7, 1, 0, {name}; st.global.u32 [%out+{len(stores) * 8}], %t7;")
    return " ".join(lines) + " " + snippet + " " + " ".join(stores) + " ret; }"


def run(arguments, **options):
    return subprocess.run(arguments, capture_output=True, text=True, **options)


def module(tools, folder, arch, snippets):
    """The cubin of all snippets that the architecture has."""
    suffix = "a" if arch == 90 else ""
    source, cubin = folder / "corpus.ptx", folder / "corpus.cubin"
    alive = dict(enumerate(snippets))
    while alive:
        version = "8.0" if arch == 70 else "9.0"
        lines = HEADER.format(arch=arch, suffix=suffix, version=version).splitlines()
        at = {}
        for number, snippet in alive.items():
            text = kernel(number, snippet)
            lines.append(text.replace(".reg .b128 %q<4>;", "") if arch == 70 else text)
            at[len(lines)] = number
        source.write_text("\n".join(lines) + "\n")
        outcome = run([tools / "ptxas", f"-arch=sm_{arch}{suffix}", source, "-o", cubin])
        if outcome.returncode == 0:
            break
        wrong = {int(n) for n in re.findall(r"line (\d+)", outcome.stderr)} & set(at)
        for name in re.findall(r"function '?k(\d+)", outcome.stderr):
            wrong |= {line for line, number in at.items() if number == int(name)}
        if not wrong:
            sys.exit(outcome.stderr)
        for line in wrong:
            if os.environ.get("VERBOSE"):
                message = next((m for m in outcome.stderr.splitlines() if f"line {line};" in m), "")
                print(f"sm_{arch}: {alive[at[line]]}\n    {message}", file=sys.stderr)
            del alive[at[line]]
    return cubin, len(alive)


LINE = re.compile(r"/\*([0-9a-f]{4,})\*/\s+(.*?)\s*;\s*/\* (0x[0-9a-f]{16}) \*/")
SECOND = re.compile(r"^\s*/\* (0x[0-9a-f]{16}) \*/")


def instructions(tools, cubin):
    environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}")
    text = run([tools / "cuobjdump", "-sass", cubin], env=environment).stdout.splitlines()
    for first, second in zip(text, text[1:]):
        a, b = LINE.search(first), SECOND.match(second)
        if a and b:
            yield int(a[1], 16), int(a[3], 16), int(b[1], 16), re.sub(r"\s+", " ", a[2]).strip()


def form(low, high, text):
    """What makes an instruction worth keeping: its text without the numbers of
    registers and immediates, and its encoding's fixed part."""
    text = re.sub(r"\.reuse", "", text)
    text = re.sub(r"^@!?U?P[0-9T] ", "@P ", text)
    text = re.sub(r"\b(U?)R[0-9]+\b", r"\1R", text)
    text = re.sub(r"\b(U?)P[0-6]\b", r"\1P", text)
    text = re.sub(r"\bB[0-9]+\b", "B", text)
    text = re.sub(r"0x[0-9a-f]+", "#", text)
    text = re.sub(r"(?<![\w.])-?[0-9]+(\.[0-9]+)?(e[+-][0-9]+)?\b", "#", text)
    return text, low & 0xFFF, high >> 8 & 0x1


def volta(tools):
    """Encodings of sm_70, one for each opcode and combination of modifiers."""
    seen, listing = set(), []
    for group, snippets in kernels.GROUPS.items():
        wanted = [s for s in dict.fromkeys(snippets()) if "%q" not in s and group != "tensors"]
        with tempfile.TemporaryDirectory() as folder:
            data = module(tools, Path(folder), 70, wanted)[0].read_bytes() if wanted else b""
        for address, low, high in text_words(data):
            key = low & 0xFFF, high >> 8 & (1 << 33) - 1
            if key not in seen:
                seen.add(key)
                listing.append(f"{address:04x} {low:016x} {high:016x}")
    return listing


def text_words(data):
    """Address and words of every instruction of an ELF file."""
    if not data:
        return
    table, = struct.unpack_from("<Q", data, 40)
    count, names = struct.unpack_from("<HH", data, 60)
    rows = [struct.unpack_from("<IIQQQQIIQQ", data, table + 64 * i) for i in range(count)]
    for row in rows:
        start = rows[names][4] + row[0]
        if data[start:].startswith(b".text."):
            for offset in range(0, row[5], 16):
                yield offset, *struct.unpack_from("<QQ", data, row[4] + offset)


def applications(tools):
    """Real code: what `.reuse` marks is part of a form here."""
    listing = []
    for arch in [90, 86]:
        seen = set()
        listing.append(f"sm_{arch}")
        for source in sorted(Path(__file__).parent.glob("*.cu")):
            with tempfile.TemporaryDirectory() as folder:
                cubin = Path(folder) / "application.cubin"
                subprocess.run([tools / "nvcc", "-std=c++17", f"-arch=sm_{arch}", "-cubin", "-o", cubin, source], check=True)
                for address, low, high, text in instructions(tools, cubin):
                    key = form(low, high, text) + (high >> 58 & 7,)
                    if key not in seen:
                        seen.add(key)
                        listing.append(f"{address:04x} {low:016x} {high:016x} {text}")
    return listing


def main():
    tools = Path(sys.argv[1]).resolve()
    groups = sys.argv[2:] or list(kernels.GROUPS) + ["apps"]
    for group in groups:
        if group == "sm_70":
            Path(__file__).with_name("sm_70.words").write_text("\n".join(volta(tools)) + "\n")
            continue
        if group == "apps":
            Path(__file__).with_name("apps.sass").write_text("\n".join(applications(tools)) + "\n")
            continue
        snippets = list(dict.fromkeys(kernels.GROUPS[group]()))
        seen, listing = {}, []
        for arch in ARCHITECTURES:
            with tempfile.TemporaryDirectory() as folder:
                cubin, count = module(tools, Path(folder), arch, snippets)
                lines = []
                for address, low, high, text in instructions(tools, cubin):
                    key = (arch == 90) - (arch == 75), form(low, high, text)
                    if key not in seen:
                        seen[key] = arch
                        lines.append(f"{address:04x} {low:016x} {high:016x} {text}")
            print(f"{group}: sm_{arch}: {count} of {len(snippets)} snippets, {len(lines)} new forms", file=sys.stderr)
            listing += [f"sm_{arch}"] + lines
        Path(__file__).with_name(f"{group}.sass").write_text("\n".join(listing) + "\n")


if __name__ == "__main__":
    main()

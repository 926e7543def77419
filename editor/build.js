// Bundles codemirror.js with all that it imports, and the licences of that, for a checkout without npm.

import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const target = "../platform/tenfold/static/tenfold/editor";

const { metafile } = await build({
  entryPoints: ["codemirror.js"],
  outfile: `${target}/codemirror.js`,
  bundle: true,
  format: "esm",
  minify: true,
  target: "es2021",
  legalComments: "none",
  charset: "ascii",
  banner: { js: "/* CodeMirror 6, MIT: see codemirror-LICENSE.txt. Built by `make editor`; not to be edited. */" },
  metafile: true,
});

const parts = new Map();
for (const file of Object.keys(metafile.inputs)) {
  const [folder] = file.match(/^node_modules\/(?:@[^/]+\/)?[^/]+/) ?? [];
  if (!folder) continue;
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  if (license !== "MIT") throw new Error(`${name} is under ${license}: may it be passed on?`);
  const text = readFileSync(`${folder}/LICENSE`, "utf8").trim();
  parts.set(text, [...(parts.get(text) ?? []), `${name} ${version}`]);
}
const licences = [...parts].map(([text, names]) => `${[...new Set(names)].sort().join("\n")}\n\n${text}\n`);
writeFileSync(`${target}/codemirror-LICENSE.txt`, licences.sort().join(`\n${"-".repeat(72)}\n\n`));

import { writePack, writeTool } from './_new-tool.ts'

/**
 * `npm run new -- tool text/word-count` writes a tool that runs, to be made into the one you want;
 * `npm run new -- pack text-check` writes a skill pack.
 */
const USAGE = `usage: npm run new -- tool <family>/[<group>/]<slug>
       npm run new -- pack <slug>`

const ROOT = new URL('..', import.meta.url).pathname
const [what, given = ''] = process.argv.slice(2)
const place = given.replace(/\.ts$/, '')
const slug = place.split('/').at(-1) ?? ''

try {
  const write = { tool: writeTool, pack: writePack }[what ?? '']
  if (!write || place === '') throw new Error(USAGE)
  const written = await write(ROOT, place)
  const [name, input] =
    what === 'pack' ? [`skill-${slug}`, '{"text":"hello"}'] : [slug, '{"text":"one two"}']
  process.stdout.write(
    [
      ...written.map((path) => `wrote ${path}`),
      `run it:   npm run try -- ${name} '${input}'`,
      `test it:  npm test -- test/tools -t ${name}`,
      'judge it: npm run check',
      '',
    ].join('\n'),
  )
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  process.exitCode = 1
}

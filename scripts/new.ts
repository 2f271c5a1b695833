import { writeTool } from './_new-tool.ts'

/**
 * `npm run new -- tool text/word-count`: writes a tool that runs, to be made into the one you want.
 */
const USAGE = 'usage: npm run new -- tool <family>/[<group>/]<slug>'

const [what, place = ''] = process.argv.slice(2)

try {
  if (what !== 'tool' || place === '') throw new Error(USAGE)
  const written = await writeTool(new URL('..', import.meta.url).pathname, place)
  const slug = place.replace(/\.ts$/, '').split('/').at(-1)
  process.stdout.write(
    [
      ...written.map((path) => `wrote ${path}`),
      `run it:   npm run try -- ${slug} '{"text":"hello"}'`,
      `test it:  npm test -- test/tools -t ${slug}`,
      'list it:  npm run docs',
      '',
    ].join('\n'),
  )
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  process.exitCode = 1
}

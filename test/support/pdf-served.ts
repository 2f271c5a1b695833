import type { ToolSpec } from '../../src/base/core/tool.ts'
import { internet } from './internet.ts'
import { runExample } from './run-tool.ts'

type Headers = Readonly<Record<string, string>>

/** Runs a tool on the URL of a file that a site of the stand-in internet serves. */
export async function runOn(
  spec: ToolSpec,
  file: Uint8Array,
  input: Readonly<Record<string, unknown>> = {},
  headers: Headers = { 'content-type': 'application/pdf' },
): Promise<Record<string, unknown>> {
  const { sites } = await internet()
  sites.set('files.example', (_request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.end(file)
  })
  return runExample(spec, { url: 'https://files.example/file.pdf', ...input })
}

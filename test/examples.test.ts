/** @module-tag long */
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LLMock, type ChatCompletionRequest } from '@copilotkit/aimock'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareEnvironment } from './support/bare-environment.ts'
import { BUYER_KEYS } from './support/buyer.ts'
import { openTestService, type TestService } from './support/service.ts'

/** Every example runs as it stands, against a whole service; each of them checks its own result. */
const FOLDER = fileURLToPath(new URL('../examples/', import.meta.url))
const PYTHON = process.env['PYTHON'] ?? 'python3'
const WITHIN_MS = 60_000

const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(FOLDER + folder)
    .filter((file) => /^[a-z]/.test(file) && file.endsWith(ending))
    .toSorted()

/** Helpers of the Python examples, and no examples themselves. */
const SHARED = 'settings.py'

const model = new LLMock({ port: 0, logLevel: 'silent' })
let service: TestService
let env: Readonly<Record<string, string>>

/** A model that uses the tools of the agent, and tells what they have answered. */
function teach(): void {
  const call = { method: 'POST', path: '/api/hash', input: { text: 'hello' } }
  model.onToolResult('call_1', { toolCalls: [{ id: 'call_2', name: 'callTool', arguments: call }] })
  model.onToolResult('call_2', (request: ChatCompletionRequest) => ({
    content: `The tool says: ${JSON.stringify(request.messages.at(-1)?.content)}`,
  }))
  const find = { name: 'findTool', arguments: { task: 'SHA-256 of a text' } }
  model.onMessage(/SHA-256 of hello/, { toolCalls: [{ id: 'call_1', ...find }] })
  model.onMessage(/Say hello/, { content: 'Hello, buyer.' })
}

beforeAll(async () => {
  teach()
  await model.start()
  const settings = { SANDBOX: 'true', MPP: 'true', LLM_URL: model.url, LLM_URL_WIRES: 'chat' }
  service = await openTestService({ settings: { ...settings, LLM_URL_MODEL: 'claude-sonnet-4-5' } })
  env = {
    ...bareEnvironment(),
    PYTHONDONTWRITEBYTECODE: '1',
    FAREBOX_URL: service.url,
    FAREBOX_CREDITS_KEY: await service.issueKey('$5'),
    WALLET_KEY: BUYER_KEYS[0],
  }
})
afterAll(async () => {
  await service.stop()
  await model.stop()
})

interface Ran {
  readonly isGood: boolean
  readonly said: string
}

const run = (program: string, args: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const options = { cwd: FOLDER, env, timeout: WITHIN_MS }
    execFile(program, args, options, (failed, stdout, stderr) =>
      resolve({ isGood: failed === null, said: `${stdout}\n${stderr}` }),
    )
  })

test.each(filesIn('', '.ts'))('%s', { timeout: WITHIN_MS }, async (file) => {
  const { isGood, said } = await run(process.execPath, [FOLDER + file])
  expect(isGood, said).toBe(true)
})

test.each(filesIn('', '.sh'))('%s', { timeout: WITHIN_MS }, async (file) => {
  const { isGood, said } = await run('sh', [FOLDER + file])
  expect(isGood, said).toBe(true)
})

const ofPython = filesIn('python', '.py').filter((file) => file !== SHARED)

test.each(ofPython)('python/%s', { timeout: WITHIN_MS }, async (file) => {
  const { isGood, said } = await run(PYTHON, [`${FOLDER}python/${file}`])
  const missing = /No module named '\w+'|ENOENT/.exec(said)?.[0]
  if (missing) process.stdout.write(`examples: python/${file} did not run: ${missing}\n`)
  else expect(isGood, said).toBe(true)
})

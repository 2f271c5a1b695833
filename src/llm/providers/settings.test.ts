import { expect, test } from 'vitest'
import { problemOf } from '../../core/setting.ts'
import { gateway } from '../gateway.ts'
import { ORDER } from './all.ts'

const problem = (name: string, text: string) => {
  const setting = gateway.settings.find((one) => one.name === name)
  return problemOf(setting!, () => text)
}

test.each([
  [
    'LLM_PROVIDERS',
    'opnai',
    'must list names among house, url, openrouter, openai, anthropic, google',
  ],
  ['LLM_PROVIDERS', 'openai,,google', 'must list names among'],
  ['LLM_KEEPALIVE_SECONDS', '-5', 'must be a number of seconds from 0.01 to 60'],
  ['LLM_KEEPALIVE_SECONDS', '3600', 'must be a number of seconds from 0.01 to 60'],
])('%s=%s is refused at the start', (name, text, says) => {
  expect(problem(name, text)).toContain(says)
})

test.each([
  [ORDER.name, 'openai, anthropic'],
  ['LLM_KEEPALIVE_SECONDS', '15'],
])('%s=%s is read', (name, text) => {
  expect(problem(name, text)).toBeNull()
})

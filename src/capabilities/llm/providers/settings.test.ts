import { expect, test } from 'vitest'
import { problemOf } from '../../core/setting.ts'
import { gateway } from '../gateway.ts'
import { mediumSettings } from '../media/models.ts'
import { ORDER, PROVIDERS } from './all.ts'

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

test.each(['images', 'videos', 'speech', 'transcription'] as const)(
  'whoever makes %s can be set up for them',
  (medium) => {
    const names = new Set(mediumSettings(medium).map(({ name }) => name))
    for (const provider of PROVIDERS) {
      const keys = Object.fromEntries(provider.settings.map(({ name }) => [name, 'a-key']))
      const isKeyed = provider.settings.some(({ name }) => name.endsWith('_API_KEY'))
      const makes = isKeyed && provider.open((name) => keys[name])?.media?.[medium] !== undefined
      if (isKeyed)
        expect([provider.name, names.has(provider.settings[0]!.name)]).toEqual([
          provider.name,
          makes,
        ])
    }
  },
)

test.each([
  [ORDER.name, 'openai, anthropic'],
  ['LLM_KEEPALIVE_SECONDS', '15'],
])('%s=%s is read', (name, text) => {
  expect(problem(name, text)).toBeNull()
})

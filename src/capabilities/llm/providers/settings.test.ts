import { expect, test } from 'vitest'
import { missingOf, problemOf } from '../../../base/core/setting.ts'
import { gateway, gatewayFor } from '../gateway.ts'
import { imagesFor } from '../media/images.ts'
import { mediumSettings } from '../media/models.ts'
import { echoesAt } from '../served.ts'
import { ORDER, PROVIDERS } from './all.ts'

const problem = (name: string, text: string) => {
  const setting = gateway.settings.find((one) => one.name === name)
  return problemOf(setting!, () => text)
}

test.each([
  [
    'LLM_PROVIDERS',
    'opnai',
    'must list names among local, url, openrouter, openai, anthropic, google',
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

test.each([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])('LLM_ECHO=%s is read', (text, isOn) => {
  const read = (name: string) => (name === 'LLM_ECHO' ? text : undefined)
  expect(problem('LLM_ECHO', text)).toBeNull()
  expect(echoesAt(read)).toBe(isOn)
  expect(missingOf(gateway.settings, read) === null).toBe(isOn)
})

test('a provider that LLM_PROVIDERS leaves out serves no tier', () => {
  const settings: Readonly<Record<string, string>> = {
    OPENAI_API_KEY: 'a-key',
    LLM_PROVIDERS: 'anthropic',
  }
  const lackOf = (given: typeof settings) => gatewayFor('pro').lacks?.((name) => given[name])
  expect(lackOf(settings)).toContain('serves the tier pro')
  expect(lackOf({ ...settings, LLM_PROVIDERS: 'openai' })).toBeNull()
})

test('the key of a provider opens the tiers of pictures that it makes', () => {
  const read = (name: string) => (name === 'OPENAI_API_KEY' ? 'a-key' : undefined)
  const open = (['fast', 'standard', 'pro'] as const).filter(
    (tier) => imagesFor(tier).lacks?.(read) === null,
  )
  expect(open).toEqual(['pro'])
})

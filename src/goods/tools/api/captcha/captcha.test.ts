import { describe, expect, test } from 'vitest'
import { databaseFor } from '../../../../../test/support/database.ts'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { nameTool } from '../../../../base/core/tool.ts'
import { createKeyRing } from '../../../../stores/signing-keys.ts'
import { puzzleOf, type Kind } from './_puzzles.ts'
import { checked, tokenOf } from './_tokens.ts'
import captchaGenerate from './captcha-generate.ts'
import captchaVerify from './captcha-verify.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const EXP = NOW / 1_000 + 300

async function openKeys() {
  const db = await databaseFor(nameTool(captchaGenerate, 'captcha-generate', 'api'), NOW)
  return { ...createKeyRing(db, () => NOW), issuer: undefined }
}

describe('a puzzle of this service', () => {
  test.each<[Kind, number]>([
    ['math', 1],
    ['math', 3],
    ['text', 2],
    ['order', 3],
  ])('%s %i is solved by its answer alone', async (kind, difficulty) => {
    const keys = await openKeys()
    const { answer, prompt, svg } = puzzleOf(kind, difficulty)
    expect(`${prompt}${svg ?? ''}`.includes(kind === 'order' ? '!' : answer)).toBe(false)
    const { token, id } = await tokenOf(keys, kind, answer, EXP)
    const typed = ` ${answer.toLowerCase().replaceAll(' ', ', ')} `
    expect(await checked(keys, token, typed, NOW)).toEqual({ reason: 'right', id, expired: false })
    expect(await checked(keys, token, `${answer}1`, NOW)).toMatchObject({ reason: 'wrong-answer' })
    const late = await checked(keys, token, answer, EXP * 1_000)
    expect(late).toMatchObject({ reason: 'expired', expired: true })
  })

  test('a token that was changed, or that another instance made, is forged', async () => {
    const keys = await openKeys()
    const { token } = await tokenOf(keys, 'math', '7', EXP)
    const [version, head = '', ...rest] = token.split('.')
    const longer = JSON.stringify({
      ...(JSON.parse(Buffer.from(head, 'base64url').toString()) as object),
      exp: EXP + 9_999,
    })
    const changed = [version, Buffer.from(longer).toString('base64url'), ...rest].join('.')
    expect(await checked(keys, changed, '7', NOW)).toMatchObject({ reason: 'forged' })
    const other = await tokenOf(await openKeys(), 'math', '7', EXP)
    const { reason } = await checked(keys, other.token, '7', NOW)
    expect(['forged', 'right']).toContain(reason)
    for (const bad of ['v1', 'v2.a.b.c', 'v1.e30.AAAA.AAAA', `${token}.x`])
      expect(await checked(keys, bad, '7', NOW)).toMatchObject({ reason: 'malformed' })
  })

  test('a new key ends the validity of old puzzles', async () => {
    const db = await databaseFor(nameTool(captchaGenerate, 'captcha-generate', 'api'), NOW)
    const ring = createKeyRing(db, () => NOW)
    const { token } = await tokenOf({ ...ring, issuer: undefined }, 'math', '7', EXP)
    const later = createKeyRing(db, () => NOW + 60_000)
    await later.rotate()
    const found = await checked({ ...later, issuer: undefined }, token, '7', NOW)
    expect(found).toMatchObject({ reason: 'key-changed' })
  })
})

test.each([
  [{ provider: 'turnstile', secret: 'wrong', response: 'x' }, ['invalid-input-secret'], null],
  [{ provider: 'hcaptcha', secret: 's', response: 'old' }, ['timeout-or-duplicate'], null],
  [{ provider: 'recaptcha', secret: 's', response: 'x' }, [], 0.9],
])('a response at a provider %#', async (input, errors, score) => {
  const found = await runExample(captchaVerify, input)
  expect(found).toMatchObject({ success: errors.length === 0, errors, score })
})

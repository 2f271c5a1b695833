/** The OpenAI package: a credits key stands where the key of an account would. */
import assert from 'node:assert/strict'
import OpenAI from 'openai'
import { creditsKey, url } from './_settings.ts'

const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: creditsKey() })

const answer = await openai.chat.completions.create({
  model: 'auto',
  messages: [{ role: 'user', content: 'Say hello to somebody who pays by the call.' }],
})
const said = answer.choices[0]?.message.content

assert.ok(said)
console.log(said)

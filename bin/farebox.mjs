#!/usr/bin/env node
// farebox [command] [arguments]: starts the service, or runs one of its commands. Plain JS that any Node >= 16 can run,
// because run.mjs may hand on to the pinned one.
import { fileURLToPath } from 'node:url'
const COMMANDS = ['backup', 'call', 'canary', 'credits', 'doctor', 'keys', 'mcp', 'move', 'new', 'try']
const [word = 'start', ...rest] = process.argv.slice(2)
if (word !== 'start' && !COMMANDS.includes(word)) {
  console.log(`usage: farebox [start | ${COMMANDS.join(' | ')}] [arguments]`)
  process.exit(/^(-h|--help|help)$/.test(word) ? 0 : 1)
}
const script = word === 'start' ? 'main.js' : `scripts/${word}.js`
process.argv.splice(2, process.argv.length, fileURLToPath(new URL(`../dist/${script}`, import.meta.url)), ...rest)
await import('../run.mjs')

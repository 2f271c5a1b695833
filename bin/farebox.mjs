#!/usr/bin/env node
// farebox [command] [arguments]: starts the service, or runs one of its commands. Plain JS that any Node >= 16 can run,
// because run.mjs may hand on to the pinned one.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
const COMMANDS = ['backup', 'call', 'canary', 'credits', 'doctor', 'engines', 'keys', 'mcp', 'move', 'new', 'try', 'unsold']
const [word = 'start', ...rest] = process.argv.slice(2)
if (word !== 'start' && !COMMANDS.includes(word)) {
  console.log(`usage: farebox [start | ${COMMANDS.join(' | ')}] [arguments]`)
  process.exit(/^(-h|--help|help)$/.test(word) ? 0 : 1)
}
const script = word === 'start' ? 'main.js' : `scripts/${word}.js`
const file = fileURLToPath(new URL(`../dist/${script}`, import.meta.url))
if (!existsSync(file)) {
  console.error('This package was packed without its build: run "npm run build" in the clone before "npm pack".')
  process.exit(1)
}
process.argv.splice(2, process.argv.length, file, ...rest)
await import('../run.mjs')

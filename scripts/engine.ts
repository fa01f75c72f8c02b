import { prepareEngine } from './engine/prepare.ts'

// `npm run engine`: brings a Docker engine of our own, and base images, so that a later test needs no network but npm's.
const obstacle = await prepareEngine()
if (obstacle === null)
  console.log('The engine is there: `npm run test:everything -- compose/engine` runs docker-compose.yml on it.')
else {
  console.error(obstacle)
  process.exitCode = 1
}

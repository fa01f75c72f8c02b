import { after, afterEach, before, beforeEach } from 'node:test'
import type { Connected as Graph, Way } from '../../../client/support.ts'
import { connectEditor, ScriptedModel, type Connected } from './agent.ts'

/** What a test of the agent finds; it may connect another editor in place of the one that is there. */
export interface Scene {
  graph: Graph
  model: ScriptedModel
  connected: Connected
}

/** Returns what each test of the suite finds: an editor that has begun, whose answers were all valid when the test ends. */
export function sceneOn(way: Way): Scene {
  const scene = {} as Scene
  before(async () => void (scene.graph = await way.connect()))
  after(() => scene.graph.end())
  beforeEach(async () => {
    scene.model = new ScriptedModel()
    scene.connected = connectEditor(scene.graph.client, scene.model)
    await scene.connected.editor.begin()
  })
  afterEach(async () => {
    await scene.connected.leave()
    scene.connected.editor.assertValid()
  })
  return scene
}

import './tokens.css'
import './styles/base.css'
import './styles/shell.css'
import './styles/conversation.css'
import './styles/tree.css'
import './styles/pages.css'
import './styles/key.css'
import { createRoot } from 'react-dom/client'
import { followTextSize } from './settings/choices.ts'
import { followTheme } from './shell/theme.ts'
import { App } from './urls/routes.tsx'

followTheme()
followTextSize()
const place = document.getElementById('explorer')
if (place) createRoot(place).render(<App />)

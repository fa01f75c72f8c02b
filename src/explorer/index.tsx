import './tokens.css'
import './theme.css'
import { createRoot } from 'react-dom/client'
import { App } from './routes.tsx'
import { followTheme } from './theme.ts'

followTheme()
const place = document.getElementById('explorer')
if (place) createRoot(place).render(<App />)

import { hydrateRoot } from 'react-dom/client';
import { Site } from './Site.tsx';

const root = document.querySelector('main');
if (root) hydrateRoot(root, <Site search={location.search} />);

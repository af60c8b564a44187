import type { AppProps } from 'next/app';
import '../app/site.css';

export default function App({ Component, pageProps }: AppProps) {
  return <Component {...pageProps} />;
}

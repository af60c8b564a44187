import type { Metadata } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import './site.css';

export const metadata: Metadata = { title: 'Badhuis Noord', icons: 'data:,' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <header>
          <Link href="/">Badhuis Noord</Link>
          <span>Open every day, 10:00 to 20:00</span>
        </header>
        {children}
      </body>
    </html>
  );
}
